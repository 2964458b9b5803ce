export const languagesCardWords = {
  heading: 'Which languages do you speak?',
  text: 'Some studies look for people who speak one. We ask once.',
  choose: 'Choose languages',
  save: 'Save',
  kept: 'Thank you. You can change it in My Accounts.',
  notNow: 'Not now',
} as const;
