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
    return `Applicants (${waiting} ${waiting === 1 ? 'waits' : 'wait'})`;
  },

  times: 'Days and times',
  timesUnset: 'You choose them when you publish the study.',

  places: 'Places',
  placesTaken: (taken: number, all: number) => `${taken} of ${places(all)} taken`,
  placesUnset: 'You say how many when you publish the study.',
  morePlaces: 'More places',
  morePlacesText: (taken: number, all: number) =>
    `There are ${places(all)} now, ${taken} of them taken. Whom you declined for want of one stays declined; you can take that back.`,
  placesInAll: 'Places in all',
  placesInAllHint: (most: number) => `At most ${most}. There can be more, not fewer.`,
  addPlaces: 'Add places',
  cancel: 'Cancel',
  placesAdded: (all: number) => `The study has ${places(all)} now`,

  who: 'Who',
  ages: 'Age',
  agesFromTo: (from: number, to: number) => (from === to ? `${from}` : `${from} to ${to}`),
  gender: 'Gender',
  education: 'Education',
  income: 'Annual household income',
  devices: 'Device',
  any: 'Any',

  numbers: 'From seeing it to being paid',
  numbersText: 'How many people came how far, and where they came from.',

  about: 'About',
  questions: 'Questions',
  informs: 'Informs only',
  blankQuestion: 'A question without text',
  blankChoice: 'A choice without text',
  closeHeading: 'Close this study',
  closeText:
    'For good: nobody can apply any more, and whoever waits is told. You keep every answer. A pause can be taken back, and keeps every meeting.',

  shareTitle: 'Share this study',
  shareText: 'Anyone with the link can read about the study. If it fits them, they sign up and apply.',
  shareRestricted:
    'Only people you let in can read the study and apply. The link shows others its name, your company, the pay and the length.',
  sharePaused: 'The study is paused: nobody can apply until you resume it.',
  shareFull: 'All places are taken: nobody can apply until one is free.',
  link: 'Link',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  linkNotCopied: 'This browser does not let us copy. Select the link and copy it yourself.',
  whatsApp: 'Send by WhatsApp',
  whatsAppText: (study: string, link: string) => `Take part in “${study}”: ${link}`,
  whatsAppTextRestricted: (study: string, link: string) =>
    `“${study}” is for invited people only. Were you invited? Open the link in your email, or log in: ${link}`,
  qr: (study: string) => `QR code of the link to “${study}”`,
  qrText: 'Scan to read more and to apply',
  qrTextRestricted: 'Scan to open the study',
  print: 'Print the QR code',
} as const;
