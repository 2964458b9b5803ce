const places = (count: number) => (count === 1 ? '1 place' : `${count} places`);

export const studyPageWords = {
  heading: 'Study',
  goToList: 'Go to My Projects',
  copy: 'Copy',
  copyNamed: (study: string) => `Copy ${study} as a new draft`,
  budget: 'Budget',
  share: 'Share',
  applicants: (waiting: number) => {
    if (waiting === 0) return 'Applicants';
    return `Applicants (${waiting} waiting)`;
  },

  times: 'Days and times',
  timesUnset: 'You choose them when you publish the study.',

  places: 'Places',
  placesTaken: (taken: number, all: number) => `${taken} of ${places(all)} filled`,
  placesUnset: 'You choose how many when you publish the study.',
  morePlaces: 'More places',
  morePlacesText: (taken: number, all: number) =>
    `There are ${places(all)} now, ${taken} filled. People you declined stay declined. You can undo a decline.`,
  placesInAll: 'Total places',
  placesInAllHint: (most: number) => `At most ${most}. You can add places, not remove them.`,
  addPlaces: 'Add places',
  cancel: 'Cancel',
  placesAdded: (all: number) => `The study has ${places(all)} now`,

  who: 'Who can apply',
  ages: 'Age',
  agesFromTo: (from: number, to: number) => (from === to ? `${from}` : `${from} to ${to}`),
  gender: 'Gender',
  education: 'Education',
  income: 'Annual household income',
  devices: 'Device',
  any: 'Any',

  numbers: 'Recruitment funnel',
  numbersText: 'How many people reached each step, and how they found the study.',

  about: 'About',
  questions: 'Questions',
  informs: 'No effect',
  blankQuestion: 'A question without text',
  blankChoice: 'A choice without text',
  closeHeading: 'Close this study',
  closeText:
    'This is permanent. No one can apply any more, and everyone waiting is notified. To stop only for a while, pause the study instead.',

  shareTitle: 'Share this study',
  shareText: 'Anyone with the link can read about the study. If it fits them, they sign up and apply.',
  shareRestricted:
    'Only invited people can read the study and apply. Others see only its name, company, pay and length.',
  sharePaused: 'The study is paused. No one can apply until you resume it.',
  shareFull: 'All places are filled. No one can apply until a place is free.',
  link: 'Link',
  copyLink: 'Copy link',
  copied: 'Copied',
  notCopied: 'This browser does not let us copy. Select the text and copy it yourself.',
  whatsApp: 'Send by WhatsApp',
  whatsAppText: (study: string, link: string) => `Take part in “${study}”: ${link}`,
  whatsAppTextRestricted: (study: string, link: string) =>
    `“${study}” is for invited people only. Were you invited? Open the link in your email, or log in: ${link}`,
  qr: (study: string) => `QR code of the link to “${study}”`,
  qrText: 'Scan to read more and to apply',
  qrTextRestricted: 'Scan to open the study',
  print: 'Print the QR code',
} as const;
