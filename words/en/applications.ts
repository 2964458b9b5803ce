import { beforeApplyingWords } from './before-applying.ts';

const { setUpFirst } = beforeApplyingWords;

export const applicationWords = {
  /** The page needs only one of the error texts, so it does not load the others. */
  setUpFirst,
  /** The page does not load the words of the sign-up, so this text is repeated here. */
  verifiedSetUpFirst: `You have successfully verified your email. ${setUpFirst}`,
  heading: 'Apply to this study',
  loading: 'Loading the study',
  questionsHeading: 'A few questions',
  questionsText: (isOnline: boolean) =>
    `Choose the answers that are true for you. The researcher reads them.${isOnline ? '' : ' If you must bring something, the description says so.'}`,
  applyHeading: 'Would you like to take part?',
  applyText:
    'Set up your account first, in four short steps. Then come back to this study and answer its questions.',
  apply: 'Apply',
  answered: (count: number, total: number) => `${count} of ${total} answered`,
  answersKept: 'Your answers are saved as you type',
  nextQuestion: 'Next unanswered question',
  submit: 'Send application',
  sharing:
    'The researcher sees your name, these answers, and the profile details that the study needs. They never see your mobile-money number.',
  doneTitle: 'Your application was sent',
  doneText: 'The researcher can now read it. See its status in My Studies.',
  placeTitle: 'You have a place in this study',
  placeText: (minutes: number) =>
    `Please choose when to meet. We keep your place for ${minutes} minutes. After that, the researcher may give it to someone else.`,
  chooseTime: 'Choose a time',
  toStudies: 'Go to My Studies',
  toBrowse: 'Browse studies',
  appliedTitle: 'You have applied to this study',
  appliedText: 'We have your answers. See the status and the next step in My Studies.',
  fullTitle: 'All places are filled',
  fullText: 'Enough people are accepted. A place may become free, so you can check again later.',
  suspendedTitle: 'This study is suspended',
  suspendedText: 'We are checking this study. It takes no applications for now.',
  pausedTitle: 'This study is paused',
  pausedText: 'It takes no applications for now. It may continue later.',
  closedTitle: 'This study is closed',
  closedText: 'It takes no more applications. Other studies may be open for you.',
  shutTitle: 'You cannot apply to this study now',
  shutText: 'It may be paused, full or closed. If it opens again, you can apply.',
  keptForLater: 'We keep your answers for 30 days. If the study opens again, continue where you stopped.',
  keptAfterClosing: 'Your answers were not sent.',
  lookAgain: 'Check again',
  unfitTitle: 'This study does not fit your profile',
  unfitText: 'These parts of your profile do not fit the study:',
  unfitHidden: 'We cannot show you why. People could use it to give false answers.',
  unfitMore:
    'You did nothing wrong: each study needs different people. A study uses your profile from the day that it opened.',
  requirements: {
    AGE: 'Age',
    GENDER: 'Gender',
    EDUCATION: 'Education',
    INCOME: 'Household income',
    DEVICE: 'Devices',
    REGION: 'Where you live',
    LANGUAGE: 'Languages',
    EMPLOYMENT: 'What you do now',
    JOB_ROLE: 'Job role',
    INDUSTRY: 'Industry',
    PHONE: 'Phone',
    INTERNET: 'Internet where you take part',
  },
  enoughTitle: 'This study has enough people like you',
  enoughText: 'Thank you for your interest. Other studies may be open for you.',
  goneTitle: 'We cannot find this study',
  goneText: 'It may be paused, full, closed or deleted.',
} as const;
