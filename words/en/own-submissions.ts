import type { CompletionMeaning } from '@app/contracts/project/survey.ts';
import type { SubmissionStatus } from '@app/contracts/project/submission-choices.ts';

type Ended = Exclude<SubmissionStatus, 'STARTED' | 'TIMED_OUT'>;

const thanks = 'Thank you';

export const ownSubmissionWords = {
  titles: {
    SUBMITTED: thanks,
    REJECTION_REQUESTED: thanks,
    APPROVED: thanks,
    SCREENED_OUT: 'The survey ended early for you',
    RETURNED: 'You did not finish this survey',
    REJECTED: 'Your answers were not accepted',
  } satisfies Record<Ended, string>,
  paidBy: (amount: string, time: string) => `${amount} will be paid by ${time} at the latest.`,
  checked: 'The researcher checks your answers.',
  late: 'Your code came after your time, and no place was left. The researcher decides whether you are paid.',
  requested: 'The researcher asked us to check your answers. If we do not answer, they count as approved.',
  approved: 'The researcher accepted your answers.',
  screenedOut: (amount: string) => `You do not fit this study. You are paid ${amount} for your time.`,
  returned: 'You are not paid for it, and nothing counts against you.',
  reason: (text: string) => `Reason: ${text}.`,
  note: (text: string) => `Message from the researcher: ${text}`,
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
  offlineText: 'We keep it on this device, and send it when you are online again.',
  sentLater: 'We sent your completion code',
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
