export const myStudiesWords = {
  toMoney: ', see it in Money',
  payWaits: (amount: string) => `${amount} waits until we have decided`,
  heading: 'My Studies',
  text: 'Your meetings, and everything you applied to.',
  parts: {
    COMING_UP: 'Coming up',
    CHOOSE: 'Choose a time',
    WAITING: 'Waiting',
    PAST: 'Past',
  },
  noMeetings: (why: string) => `Your meetings could not be read. ${why}`,
  loading: 'Loading your studies',
  applied: (day: string, ago: string) => `Applied ${day} (${ago})`,
  steps: {
    PENDING: (day: string) => `Decision taken back ${day}`,
    ACCEPTED: (day: string) => `Accepted ${day}`,
    DECLINED: (day: string) => `Declined ${day}`,
    WITHDRAWN: (day: string) => `Withdrawn by you ${day}`,
  },
  agreed: (version: number, day: string) => `Agreed to consent text ${version} on ${day}`,
  consentWithdrawn: (day: string) => `Consent taken back by you ${day}`,
  withdrawMyConsent: 'Take back my consent',
  withdrawConsentFrom: (study: string) => `Take back my consent to ${study}`,
  agreeFirst: 'Please agree to the consent text above. Then you can choose a time.',
  history: 'What happened so far',
  changed: (study: string, state: string) => `“${study}” has changed: ${state}.`,
  recruitmentStatus: { FULL: 'Study full', PAUSED: 'Study paused', CLOSED: 'Study closed' },
  next: 'What happens next',
  nextPending: {
    OPEN: 'The researcher reads your answers and chooses whom to meet. There is nothing for you to do now.',
    FULL: 'All places are taken for now. Your application still counts: if a place becomes free, the researcher may choose you. There is nothing for you to do now.',
    PAUSED:
      'The study takes no new applications for now. Yours still counts, and the researcher may choose you. There is nothing for you to do now.',
    CLOSED:
      'The study takes no more applications. Your answers are kept; if the researcher chooses you, we tell you here.',
  },
  nextPendingEnded:
    'The study is closed and its times are over, so nobody else is chosen. Nothing more happens with this application.',
  nextAccepted: {
    OPEN: 'You have a place in this study. Please choose when to meet.',
    PAUSED:
      'You have a place in this study, and it stays yours while the study takes no new applications. Please choose when to meet.',
    CLOSED:
      'You have a place in this study, and it stays yours although the study takes no more applications. Please choose when to meet.',
  },
  nextEnded:
    'You had a place in this study, but it is closed and its times are over, so there is none left to choose. Nothing more happens with this application.',
  nextPaid:
    'You are paid for this study, so you need not choose another time. If you like, you still can; it is not paid a second time.',
  nextDeclined:
    'You were not chosen for this study, so nothing more happens with this application. That says nothing about you: each study needs its own group of people.',
  nextWithdrawn:
    'You have given up your application, so nothing more happens with it. It cannot be sent a second time.',
  chooseTime: 'Choose a time',
  takeOffer: 'Take or decline this time',
  otherOrDecline: 'Choose another time, or decline',
  chooseFor: (study: string) => `Choose a time: ${study}`,
  messages: (unread: number) => (unread > 0 ? `Messages (${unread})` : 'Messages'),
  messagesAbout: (study: string, unread: number) =>
    unread > 0 ? `Messages about ${study}, ${unread} unread` : `Messages about ${study}`,
  withdraw: 'Withdraw',
  withdrawFrom: (study: string) => `Withdraw from ${study}`,
  reason: 'The reason given',
  note: 'The researcher writes',
  answers: 'Your answers',
  answersGone: 'They are deleted, as they are a year after a study has closed.',
  noWords: 'A choice without words',
  emptyTitle: 'You have not applied to a study yet',
  emptyText:
    'Choose a study that fits you and answer its questions. It then stands here with what happens next.',
  browse: 'Browse studies',
  noSuchPageTitle: 'The list is shorter now',
  noSuchPageText: 'There is nothing on this page any more.',
  firstPage: 'Go to the first page',
} as const;
