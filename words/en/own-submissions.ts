import type { CompletionMeaning } from '@app/contracts/project/survey.ts';
import type { SubmissionStatus } from '@app/contracts/project/submission-choices.ts';

type Ended = Exclude<SubmissionStatus, 'STARTED' | 'TIMED_OUT'>;

const thanks = 'Thank you';
const noCode = 'I have finished but have no code';

export const ownSubmissionWords = {
  titles: {
    SUBMITTED: thanks,
    REJECTION_REQUESTED: thanks,
    APPROVED: thanks,
    SCREENED_OUT: 'The survey ended early for you',
    RETURNED: 'This survey needs other people',
    REJECTED: 'Your answers were not accepted',
  } satisfies Record<Ended, string>,
  heading: 'Your survey',
  of: (act: string, study: string) => `${act}: ${study}`,
  startUntil: (time: string) =>
    `You have a place until ${time}. Open the survey before then, or someone else may get your place.`,
  placeHasEnded:
    'Your time to start ran out, so the place is free again. If one is left, you can still start.',
  timedOut: 'Your time ran out, so your place is free again.',
  codeStill: (time: string) => `Do you have a completion code? It still counts until ${time}.`,
  startAgain: 'You can also start again, if a place is left.',
  paused: 'The study is paused. You can open the survey when it continues.',
  suspended: 'We suspended this study while we check it. You cannot open the survey for now.',
  ended: 'The study has ended, so you can no longer open the survey.',
  agreeFirst: 'Please agree to the consent text above. Then you can open the survey.',
  finishUntil: (time: string) => `Please finish the survey by ${time}.`,
  timeLeft: (minutes: number) => (minutes === 1 ? '1 minute left' : `${minutes} minutes left`),
  lessThan: (minutes: number) => `Less than ${minutes} minutes left`,
  timeAdded: (time: string) => `You have more time, until ${time}`,
  timeHasEnded: 'Your time is over. A completion code still counts.',
  code: 'Completion code',
  codeHint: 'The survey shows it at its end, unless it leads you back by itself.',
  send: 'Send',
  noCode,
  finishing: {
    title: noCode,
    lead: 'The researcher looks for your answers. If you have a code, please enter it instead.',
    label: 'What happened at the end of the survey?',
    save: 'I have finished',
    done: thanks,
  },
  appeal: 'Object to this',
  appealUntil: (time: string) => `Is this wrong? You can tell us until ${time}.`,
  appealing: {
    title: 'Object to the rejection?',
    lead: 'Tell us why it is wrong. We ask the researcher, decide, and notify you.',
    label: 'Why is it wrong?',
    save: 'Send',
    done: 'Sent. We check it and notify you',
  },
  appealed: 'You objected to this. We check it, decide and notify you.',
  decidedFor: (reason: string) => `We decided that you are right: ${reason}`,
  decidedAgainst: (reason: string) => `We decided that the researcher is right: ${reason}`,
  close: 'Close',
  moreTime: 'More time',
  stop: 'Stop here',
  paidBy: (amount: string, time: string) =>
    `${amount} will be paid by ${time}, if your mobile-money number is right.`,
  checked: 'The researcher checks your answers.',
  late: 'Your code came after your time, and no place was left. The researcher decides whether you are paid.',
  requested: 'The researcher asked us to check your answers. If we do not answer, they count as approved.',
  approved: 'The researcher accepted your answers.',
  screenedOut: (amount: string) => `You do not fit this study. You are paid ${amount} for your time.`,
  returned: 'You are not paid for it, and nothing counts against you.',
  reason: (text: string) => `Reason: ${text}.`,
  note: (text: string) => `Message from the researcher: ${text}`,
} as const;

export const openSurveyWords = {
  placeTitle: (time: string) => `You have a place until ${time}`,
  placeText: (minutes: number) =>
    `The survey takes about ${minutes} minutes. It is on another website, and you come back here at its end.`,
  open: 'Open the survey',
  later: 'Later, from My Studies',
  leavingTitle: 'You leave this website',
  leavingFor: 'You are leaving for',
  neverPin: 'Never enter your mobile-money PIN there.',
  unknownHost: 'We do not know this website. Enter no password or card number there, and pay nothing.',
  comeBack: (time: string) =>
    `Your time has started. Please finish by ${time}. At the end, you come back here or get a code.`,
  goOn: 'Continue to the survey',
  notNow: 'Not now',
} as const;

export const completionWords = {
  heading: 'Back from the survey',
  sending: 'Sending your completion code',
  toStudies: 'Go to My Studies',
  tryAgain: 'Try again',
  logInTitle: 'Log in to finish',
  logInText: 'This is your completion code. We record it when you are logged in.',
  logIn: 'Log in',
  offlineTitle: 'Your code is not sent yet',
  keptText: 'We keep it on this device, and try again while this website is open.',
  sentLater: (title: string) => `${title}. We sent your completion code.`,
  refusedLater: (code: string, why: string) => `Completion code ${code}: ${why}`,
  anotherTitle: 'Another person is logged in now',
  anotherText: (email: string) => `You are logged in as ${email}. Is this your own survey?`,
  sendAsAnother: 'Yes, record my code',
  testTitle: {
    COMPLETED: 'This code works: completed',
    SCREENED_OUT: 'This code works: screened out',
    NOT_ELIGIBLE: 'This code works: not eligible',
  } satisfies Record<CompletionMeaning, string>,
  testText: 'This was a test by the researcher of the study, so nothing has changed.',
  wrongTitle: 'This code is not valid',
  wrongText: 'Please check it. In My Studies, you can type it, or finish without a code.',
  notOpenTitle: 'You have not opened this survey',
  notOpenText: 'The code works only for people who opened the survey in My Studies.',
  overTitle: 'This survey is over for you',
  overText: 'Your time ran out more than a day ago, or you have stopped this survey.',
  failedTitle: 'We could not send your code',
} as const;
