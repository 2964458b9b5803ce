interface StopWords {
  name: string;
  text: string;
}

export const tourWords = {
  heading: 'Take a tour',
  intro: {
    name: 'A tour of your screens',
    text: 'It takes a minute. You can leave at any time, and start it again from the menu.',
  },
  position: (at: number, of: number) => `Step ${at} of ${of}`,
  next: 'Next',
  back: 'Back',
  done: 'Done',
  skip: 'Leave the tour',
  participant: {
    menu: { name: 'The menu', text: 'Use it to open each of your screens, from any page.' },
    browse: {
      name: 'Browse Studies',
      text: 'See the studies that fit you: how long, which days and which device.',
    },
    study: {
      name: 'A study',
      text: 'Press Apply to read the whole study and answer its questions. We save your answers as you type.',
    },
    studies: {
      name: 'My Studies',
      text: 'See your applications and their status. Choose a meeting time or open a survey here. Two words prove who calls you.',
    },
    bell: { name: 'The bell', text: 'See your notifications. A dot marks those that you have not read.' },
    accounts: {
      name: 'My Accounts',
      text: 'See your profile, your payments, and where you are logged in.',
    },
    help: { name: 'Need help?', text: 'Find answers to common questions, or contact us.' },
  } satisfies Record<string, StopWords>,
  researcher: {
    menu: { name: 'The menu', text: 'Use it to open each of your screens, from any page.' },
    projects: {
      name: 'My Projects',
      text: 'A project groups your studies. Start here.',
    },
    project: {
      name: 'A project',
      text: 'Open a project to see its studies, or create one in four steps. Your draft is saved on your device until you publish.',
    },
    applicants: {
      name: 'Applicants',
      text: 'Open a study to see who applied, read their answers, and accept or decline them.',
    },
    study: {
      name: 'A study',
      text: 'See its times and budget. Share it with a link and a poster.',
    },
    meetings: {
      name: 'Meetings',
      text: 'See all meetings of your studies. Call people, change the place, and mark who came. Each person’s second word proves it.',
    },
    bell: {
      name: 'The bell',
      text: 'See when someone applies. A dot marks what you have not read.',
    },
    accounts: {
      name: 'My Accounts',
      text: 'See your details, your company and its verification, and where you are logged in.',
    },
    help: { name: 'Need help?', text: 'Find answers to common questions, or contact us.' },
  } satisfies Record<string, StopWords>,
} as const;
