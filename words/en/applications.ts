const setUpFirst = 'You need to submit your demographics before applying for a study';

export const applyWords = {
  /** The other error texts stay out of the page. */
  setUpFirst,
  /** The sign-up words stay out of the page. */
  verifiedSetUpFirst: `You have successfully verified your email. ${setUpFirst}`,
  heading: 'Apply to this study',
  loading: 'Loading the study',
  questionsHeading: 'A few questions',
  questionsText:
    'Choose the answer that is true for you. The researcher reads your answers. If there is something to bring, the description says so.',
  applyHeading: 'Would you like to take part?',
  applyText:
    'Set up your account first, in four short steps. Then you come back to this study and answer its questions.',
  apply: 'Apply',
  notMatchedTitle: 'You are not matched with studies',
  notMatchedText: 'You have taken back your consent to matching. To see studies and to apply, give it again.',
  toMatching: 'To my agreements',
  answered: (count: number, total: number) => `${count} of ${total} answered`,
  answersKept: 'Answers are kept as you give them',
  nextQuestion: 'Next open question',
  submit: 'Send application',
  sharing:
    'The researcher sees your name, the profile facts that the study asks for, and these answers. Never your mobile-money number.',
  doneTitle: 'Your application is sent',
  doneText: 'The researcher can read it now. My Studies shows how it stands.',
  placeTitle: 'You have a place in this study',
  placeText: (minutes: number) =>
    `Please choose when to meet. We keep your place for ${minutes} minutes. After that, the researcher decides again.`,
  chooseTime: 'Choose a time',
  toStudies: 'Go to My Studies',
  toBrowse: 'Browse studies',
  appliedTitle: 'You have applied to this study',
  appliedText:
    'Your answers are kept. My Studies tells you how your application stands, and what happens next.',
  fullTitle: 'All places are taken',
  fullText:
    'Enough people have been accepted. A place may become free again, so it can be worth looking in later.',
  pausedTitle: 'This study is paused',
  pausedText: 'The researcher takes no applications for now. It may go on later.',
  closedTitle: 'This study is closed',
  closedText: 'It takes no more applications. Other studies may be open for you.',
  shutTitle: 'This study takes no applications now',
  shutText: 'It may be paused or full for a while, or closed. If it opens again, you can still apply.',
  keptForLater:
    'The answers you have given are kept for 30 days. If it opens again, you go on where you stopped.',
  keptAfterClosing: 'The answers you have given were not sent.',
  lookAgain: 'Look again',
  unfitTitle: 'This study is looking for other people',
  unfitText: 'What it asks for and what your profile says are different here:',
  unfitHidden:
    'We do not show why here. Otherwise people could make accounts to find out whom a study is for.',
  unfitMore:
    'That says nothing about you: each study needs its own group of people. A study goes by what your profile said when it opened.',
  requirements: {
    AGE: 'Age',
    GENDER: 'Gender',
    EDUCATION: 'Education',
    INCOME: 'Household income',
    DEVICE: 'Devices',
    REGION: 'Where you live',
    LANGUAGE: 'Languages',
    EMPLOYMENT: 'What you do at present',
    JOB_ROLE: 'Job role',
    INDUSTRY: 'Industry',
    PHONE: 'Phone',
    INTERNET: 'Internet where you take part',
  },
  enoughTitle: 'This study has enough people like you',
  enoughText: 'Thank you for your interest. Other studies may be open for you.',
  goneTitle: 'We cannot find this study',
  goneText: 'It may be paused, full, closed or taken back by its researcher.',
} as const;
