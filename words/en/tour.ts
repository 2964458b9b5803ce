interface StopWords {
  name: string;
  text: string;
}

export const tourWords = {
  heading: 'Take a tour',
  intro: {
    name: 'A tour of your screens',
    text: 'It takes a minute, and changes nothing. You can leave at any time, and take it again from the menu.',
  },
  position: (at: number, of: number) => `Stop ${at} of ${of}`,
  next: 'Next',
  back: 'Back',
  done: 'Done',
  skip: 'Leave the tour',
  participant: {
    menu: { name: 'The menu', text: 'It leads to every screen of yours, from wherever you are.' },
    browse: {
      name: 'Browse Studies',
      text: 'The studies that fit you: what, how long, on which days and with which device.',
    },
    study: {
      name: 'A study',
      text: 'Press Apply on a study to read all of it and to answer its questions. Your answers are kept while you think.',
    },
    studies: {
      name: 'My Studies',
      text: 'Everything you applied to, and how it stands. Choose or change your time to meet here.',
    },
    bell: { name: 'The bell', text: 'News about your studies. A dot marks what you have not read.' },
    accounts: {
      name: 'My Accounts',
      text: 'What you told us about yourself, your payments, and where you are logged in.',
    },
    help: { name: 'Need help?', text: 'Answers to what people ask most, and how to reach us.' },
  } satisfies Record<string, StopWords>,
  researcher: {
    menu: { name: 'The menu', text: 'It leads to every screen of yours, from wherever you are.' },
    projects: {
      name: 'My Projects',
      text: 'A project holds the studies that belong together. Everything begins here.',
    },
    project: {
      name: 'A project',
      text: 'Open a project to see its studies and to create one, in four stages. Each stage is kept on your device until you publish.',
    },
    applicants: {
      name: 'Applicants',
      text: 'Open a study to see who applied, with their answers, and to accept or decline them.',
    },
    study: {
      name: 'A study',
      text: 'Its times, its Budget, and Share: a link and a poster for people who may fit.',
    },
    meetings: {
      name: 'Meetings',
      text: 'Who comes when, over all studies. Mark here who came; that pays them.',
    },
    bell: {
      name: 'The bell',
      text: 'Tells you when somebody applies. A dot marks what you have not read.',
    },
    accounts: {
      name: 'My Accounts',
      text: 'Your details, your company and the state of its verification, and where you are logged in.',
    },
    help: { name: 'Need help?', text: 'Answers to what people ask most, and how to reach us.' },
  } satisfies Record<string, StopWords>,
} as const;
