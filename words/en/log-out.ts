export const logOutWords = {
  loseStudy: 'You have an unsaved study. Log out and lose it?',
  loseCompany: 'You have unsaved company details. Log out and lose them?',
  loseSetUp: 'Your set-up is not saved. Log out and lose it?',
  loseText: 'It is only on this device. To keep it, go back and save it first.',
  saveText:
    'It is only on this device. A draft does not save days, times, places, groups or meeting settings.',
  saveAndLeave: 'Save as draft and log out',
  loseIt: 'Log out and lose it',
  goOnWithIt: 'Keep editing',
  cancel: 'Cancel',
} as const;
