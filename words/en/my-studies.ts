export const myStudiesWords = {
  toMoney: ', see it in Money',
  payWaits: (amount: string) => `${amount} waits for our decision`,
  heading: 'My Studies',
  text: 'Your meetings and your applications.',
  parts: {
    COMING_UP: 'Coming up',
    CHOOSE: 'Choose a time',
    WAITING: 'Waiting',
    PAST: 'Past',
  },
  noMeetings: (why: string) => `We could not load your meetings. ${why}`,
  loading: 'Loading your studies',
  applied: (day: string, ago: string) => `Applied ${day} (${ago})`,
  steps: {
    PENDING: (day: string) => `Decision undone ${day}`,
    ACCEPTED: (day: string) => `Accepted ${day}`,
    DECLINED: (day: string) => `Declined ${day}`,
    WITHDRAWN: (day: string) => `Withdrawn ${day}`,
  },
  agreed: (version: number, day: string) => `Agreed to consent text ${version} on ${day}`,
  consentWithdrawn: (day: string) => `You withdrew your consent ${day}`,
  withdrawMyConsent: 'Withdraw my consent',
  withdrawConsentFrom: (study: string) => `Withdraw my consent to ${study}`,
  agreeFirst: 'Please agree to the consent text above. Then you can choose a time.',
  history: 'History',
  changed: (study: string, state: string) => `“${study}” has changed: ${state}.`,
  recruitmentStatus: { FULL: 'Study full', PAUSED: 'Study paused', CLOSED: 'Study closed' },
  next: 'Next step',
  nextPending: {
    OPEN: 'The researcher reads your answers and decides. You need not do anything now.',
    FULL: 'All places are filled for now. Your application still counts. If a place becomes free, the researcher may accept you. You need not do anything now.',
    PAUSED:
      'The study takes no new applications for now. Yours still counts, and the researcher may accept you. You need not do anything now.',
    CLOSED:
      'The study takes no more applications. We keep your answers. If the researcher accepts you, we notify you here.',
  },
  nextPendingEnded: 'The study has ended, so no one else is accepted. This application has ended too.',
  nextAccepted: {
    OPEN: 'You have a place in this study. Please choose when to meet.',
    PAUSED:
      'You have a place in this study, and you keep it while the study is paused. Please choose when to meet.',
    CLOSED:
      'You have a place in this study, and you keep it although the study is closed. Please choose when to meet.',
  },
  nextEnded: 'You had a place in this study, but the study has ended. You can no longer choose a time.',
  nextPaid:
    'You are paid for this study, so you need not choose another time. You still can, but you are not paid again.',
  nextDeclined:
    'You were not accepted for this study. You did nothing wrong: each study needs different people.',
  nextWithdrawn: 'You withdrew your application. You cannot apply to this study again.',
  chooseTime: 'Choose a time',
  takeOffer: 'Book or decline this time',
  otherOrDecline: 'Choose another time, or decline',
  chooseFor: (study: string) => `Choose a time: ${study}`,
  messages: (unread: number) => (unread > 0 ? `Messages (${unread})` : 'Messages'),
  messagesAbout: (study: string, unread: number) =>
    unread > 0 ? `Messages about ${study}, ${unread} unread` : `Messages about ${study}`,
  withdraw: 'Withdraw',
  withdrawFrom: (study: string) => `Withdraw from ${study}`,
  reason: 'Reason',
  note: 'Message from the researcher',
  answers: 'Your answers',
  answersGone: 'We deleted them, because the study closed a year ago.',
  noWords: 'A choice without text',
  emptyTitle: 'You have not applied to a study yet',
  emptyText:
    'Choose a study that fits you and answer its questions. You then see it here, with the next step.',
  browse: 'Browse studies',
  noSuchPageTitle: 'The list is shorter now',
  noSuchPageText: 'This page is now empty.',
  firstPage: 'Go to the first page',
} as const;
