import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { submissionReviewWords as words } from '@app/words/submission-review.ts';
import { type MouseEvent, useState } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/states.tsx';
import { StickyBar } from '../../../ui/sticky-bar.tsx';
import { applicantName } from '../applicant-name.ts';
import { canBeUndone, isSubmitted } from '../decide/decision-rules.ts';
import { MorePlaces } from '../study-head.tsx';
import { RejectModal } from './reject-modal.tsx';
import type { SubmissionOrder } from './send-submission-decision.ts';
import type { SubmissionDecisions } from './use-submission-decisions.ts';

const CompareCodesModal = lazyPart(async () => (await import('./compare-modal.tsx')).CompareCodesModal);

const submissionIds = (rows: readonly Applicant[], isMeant: (row: Applicant) => boolean) =>
  rows.flatMap((row) => (row.submission && isMeant(row) ? [row.submission.id] : []));

interface SubmissionButtonsProps {
  selected: readonly Applicant[];
  onSubmission: (order: SubmissionOrder) => void;
  isDeciding: boolean;
}

export function SubmissionButtons({ selected, onSubmission, isDeciding }: SubmissionButtonsProps) {
  const submitted = submissionIds(selected, isSubmitted);
  const buttons = [
    ['UNDO', applicantWords.undoCount, submissionIds(selected, canBeUndone), 'secondary'],
    ['REJECT', words.rejectCount, submitted, 'secondary'],
    ['APPROVE', words.approveCount, submitted, 'primary'],
  ] as const;
  return buttons.map(
    ([decision, label, ids, variant]) =>
      ids.length > 0 && (
        <Button
          key={decision}
          variant={variant}
          size="small"
          isBusy={isDeciding}
          onClick={({ detail }) => onSubmission({ submissionIds: ids, decision, isByKeyboard: detail === 0 })}
        >
          {label(ids.length)}
        </Button>
      ),
  );
}

/** The list above may be longer than the screen. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

interface SubmissionReviewProps {
  study: Study;
  rows: readonly Applicant[];
  submissions: SubmissionDecisions;
  /** True in the list of submitted surveys if none is selected. */
  hasBar: boolean;
}

export function SubmissionReview({ study, rows, submissions, hasBar }: SubmissionReviewProps) {
  const { request, isPending, rejecting, stopRejecting, withoutPlace, dismiss } = submissions;
  const { isComparing, setIsComparing } = submissions;
  const [comparedCode, setComparedCode] = useState('');
  const all = submissionIds(rows, isSubmitted);
  const [first] = rejecting?.submissionIds ?? [];
  const rejectedRow = rows.find(({ submission }) => submission && submission.id === first);
  const approveAll = ({ detail }: MouseEvent) =>
    request({ submissionIds: all, decision: 'APPROVE', isByKeyboard: detail === 0 });
  return (
    <>
      {withoutPlace > 0 && (
        <div ref={scrollIntoView} role="status" className="mt-4">
          <Banner
            title={words.noPlaceTitle(withoutPlace)}
            action={
              <Button variant="quiet" size="small" onClick={dismiss}>
                {applicantWords.dismiss}
              </Button>
            }
          >
            {words.noPlaceText} <MorePlaces study={study} />
          </Banner>
        </div>
      )}
      {hasBar && all.length > 0 && (
        <StickyBar note={<span className="max-sm:hidden">{words.checkHint}</span>}>
          <Button
            variant="secondary"
            size="small"
            className="max-sm:px-3!"
            onClick={() => setIsComparing(true)}
          >
            {words.compare}
          </Button>
          <Button size="small" isBusy={isPending} onClick={approveAll}>
            {words.approveCount(all.length)}
          </Button>
        </StickyBar>
      )}
      {/* It comes before the dialog that it covers, so it closes first and the page gets the focus back. */}
      {rejecting && (
        <RejectModal
          order={rejecting}
          name={rejectedRow ? applicantName(rejectedRow) : comparedCode}
          onReject={request}
          isDeciding={isPending}
          onClose={stopRejecting}
        />
      )}
      {isComparing && (
        <CompareCodesModal
          studyId={study.id}
          onOrder={(order, code) => {
            setComparedCode(code);
            request(order);
          }}
          isDeciding={isPending}
          onClose={() => setIsComparing(false)}
        />
      )}
    </>
  );
}
