import type { Applicant } from '@app/contracts/project/applicants.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { submissionReviewWords as words } from '@app/words/submission-review.ts';
import { Button } from '../../../ui/button.tsx';
import { canBeUndone } from '../decide/decision-rules.ts';
import { SubmissionLine } from './submission-line.tsx';
import type { SubmissionOrder } from './send-submission-decision.ts';

interface SubmissionDetailsProps {
  applicant: Applicant;
  /** Undefined if this researcher may not decide. */
  onSubmission: ((order: SubmissionOrder) => void) | undefined;
  isDeciding: boolean;
}

export function SubmissionDetails({ applicant, onSubmission, isDeciding }: SubmissionDetailsProps) {
  const { submission } = applicant;
  if (!submission) return null;
  const { id, status, note, rejection } = submission;
  const button = (decision: SubmissionOrder['decision'], label: string, isFirst = false) => (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      size="small"
      isBusy={isDeciding}
      onClick={({ detail }) => {
        // The second click of a double click hits the button that replaces this one.
        if (detail < 2) onSubmission?.({ submissionIds: [id], decision, isByKeyboard: detail === 0 });
      }}
    >
      {label}
    </Button>
  );
  return (
    <section className="text-sm">
      <h2 className="mb-2 text-base">{words.details}</h2>
      <SubmissionLine applicant={applicant} />
      {note && (
        <p className="mt-2">
          {words.note}: <span className="whitespace-pre-line wrap-anywhere">{note}</span>
        </p>
      )}
      {rejection && (
        <p className="mt-2 wrap-anywhere">
          {words.rejectedFor}: {words.reasons[rejection.reason]}. {rejection.note}
        </p>
      )}
      {onSubmission && (
        <div data-decisions className="mt-3 flex flex-wrap gap-3 empty:hidden">
          {status === 'SUBMITTED' && button('APPROVE', applicantWords.ofSurvey.accept, true)}
          {status === 'SUBMITTED' && button('REJECT', applicantWords.ofSurvey.decline)}
          {canBeUndone(applicant) && button('UNDO', words.undoDecision)}
        </div>
      )}
    </section>
  );
}
