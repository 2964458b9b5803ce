import type { OwnSubmission } from '@app/contracts/project/submissions.ts';
import { cedis } from '@app/words/cedis.ts';
import { ownSubmissionWords as words } from '@app/words/own-submissions.ts';
import { submissionWords } from '@app/words/submissions.ts';
import { meetingTime } from '../../format/meeting-time.ts';
import { withLocalTime } from '../../format/local-time.ts';

/** The text for a submission that is no longer open. */
export function submissionLines(submission: OwnSubmission): string[] {
  const { status, appealedAt, adminDecision } = submission;
  const lines = statusLines(submission);
  if (!adminDecision) return status === 'REJECTED' && appealedAt ? [...lines, words.appealed] : lines;
  const decided = status === 'APPROVED' ? words.decidedFor : words.decidedAgainst;
  return [...lines, decided(adminDecision.reason)];
}

function statusLines({ status, outcome, paidBy, rejection, study }: OwnSubmission): string[] {
  const pay =
    paidBy && study.incentive > 0
      ? [words.paidBy(cedis(study.incentive * 100), withLocalTime(paidBy, meetingTime(paidBy)))]
      : [];
  switch (status) {
    case 'SUBMITTED':
      if (outcome === 'LATE') return [words.late];
      return pay.length > 0 ? pay : [words.checked];
    case 'REJECTION_REQUESTED':
      return [words.requested];
    case 'APPROVED':
      return [words.approved];
    case 'SCREENED_OUT':
      return [words.screenedOut(cedis(study.screenOutPay * 100))];
    case 'REJECTED':
      return rejection
        ? [words.reason(submissionWords.rejectionReason[rejection.reason]), words.note(rejection.note)]
        : [];
    case 'RETURNED':
      return [words.returned];
    default:
      return [];
  }
}

/** A completion code ends every survey. */
export function endTitle({ status }: OwnSubmission): string {
  if (status === 'STARTED' || status === 'TIMED_OUT') throw new Error('A code ends the survey');
  return words.titles[status];
}
