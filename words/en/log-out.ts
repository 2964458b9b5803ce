export const logOutWords = {
  loseStudy: 'You have begun a study. Log out and lose it?',
  loseCompany: 'You have begun your company details. Log out and lose them?',
  loseSetUp: 'You have begun your set-up. Log out and lose it?',
  loseText: 'It lies on this device alone. Go on with it to save it first.',
  saveText: 'It lies on this device alone. A draft keeps no days, times, places, groups or meeting settings.',
  saveAndLeave: 'Save as draft and log out',
  loseIt: 'Log out and lose it',
  goOnWithIt: 'Go on with it',
  cancel: 'Cancel',
} as const;
