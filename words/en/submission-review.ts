import type { REJECTION_REASONS } from '@app/contracts/project/submission-choices.ts';
import { submissionWords } from './submissions.ts';

const surveys = (count: number) => (count === 1 ? '1 survey' : `${count} surveys`);
const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** Some of these texts differ from those for participants. */
export const submissionReviewWords = {
  started: (time: string) => `started ${time}`,
  took: (minutes: number) => (minutes < 1 ? 'took under 1 min' : `took ${minutes} min`),
  status: { ...submissionWords.status, REJECTION_REQUESTED: 'With an admin' },
  marks: { noCode: 'No code', veryFast: 'Very fast', late: 'Late' },
  filter: 'Survey',
  anySurvey: 'Any',
  details: 'Survey',
  note: 'Their message',
  rejectedFor: 'Your reason',

  checkHint: 'After 72 hours we approve the rest, except late ones and fast ones without code.',

  approveCount: (count: number) => `Approve ${count}`,
  rejectCount: (count: number) => `Reject ${count}`,
  undoDecision: 'Undo the decision',
  approved: (count: number) => `${surveys(count)} approved`,
  rejected: (count: number) => `${surveys(count)} rejected`,
  requestedCount: (count: number) =>
    count === 1 ? '1 rejection waits for an admin' : `${count} rejections wait for an admin`,
  undone: (count: number) => (count === 1 ? 'Decision undone' : `${count} decisions undone`),
  undecidedBecause: {
    NOT_FOUND: (count: number) => `${surveys(count)} could not be found`,
    NOT_SUBMITTED: (count: number) => `${surveys(count)} changed before. Reload the page to see them`,
    IS_FINAL: (count: number) => `${surveys(count)} are final and can no longer be undone`,
  },
  noPlaceTitle: (count: number) => `${surveys(count)} not approved`,
  noPlaceText:
    'Their codes came late, after their places were given away. Add places to approve and pay them.',

  rejectTitle: (count: number, name: string) =>
    count === 1 ? `Reject ${name}?` : `Reject ${surveys(count)}?`,
  rejectText: 'They get no pay, and their place is free again. They can object within 72 hours.',
  rejectUndo: 'You can undo this until they are notified. Never reject someone for being fast.',
  rejectLimit:
    'Above 2 rejections and 10 % of your decisions, our team must confirm each. Without an answer in 72 hours, we approve.',
  reason: 'Reason',
  reasons: {
    NO_ANSWERS: 'My data has no answers from them',
    EMPTY_ANSWERS: 'Most answers are empty',
    FAILED_CHECKS: 'At least two announced attention checks failed',
    NOT_AS_ASKED: 'They did not do what the study asked',
  } satisfies Record<(typeof REJECTION_REASONS)[number], string>,
  text: 'Text to the participant',
  textHint: (least: number) => `They read it. Use at least ${least} characters.`,

  compare: 'Compare with your data',
  compareText: 'Paste the participant codes from your file, or choose the file. It stays on this device.',
  pasted: 'Codes, or whole rows',
  pastedHint: 'We find each code, such as P1A2B3C4D5E6F, in any column.',
  chooseFile: 'Or choose the file',
  fileHint: 'A table (.csv) or text file, as your survey tool saves it.',
  chosen: (name: string) => `From the file ${name}`,
  noCodes: 'We found no participant codes. They look like P1A2B3C4D5E6F.',
  found: (count: number, all: number) => `${count} of ${all} surveys are in your data.`,
  missing: (count: number) =>
    count === 1 ? '1 survey is not in your data' : `${count} surveys are not in your data`,
  withoutCode: (code: string) => `${code} (no code)`,
  missingHint: 'Select those to reject. The others stay in the list.',
  unknown: (count: number) =>
    count === 1 ? '1 code is not from this study:' : `${count} codes are not from this study:`,
  notToReview: (count: number) => `${people(count)} in your data need no decision from you.`,
  more: (count: number) => `and ${count} more`,
};
