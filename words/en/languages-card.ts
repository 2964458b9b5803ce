export const languagesCardWords = {
  heading: 'Which languages do you speak?',
  text: 'Some studies need people who speak a certain language. We ask only once.',
  choose: 'Choose languages',
  save: 'Save',
  kept: 'Thank you. You can change it in My Accounts.',
  notNow: 'Not now',
} as const;
