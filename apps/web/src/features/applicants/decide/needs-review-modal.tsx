import { applicantWords as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { MouseEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { applicantName } from '../applicant-name.ts';
import type { Order } from './use-decisions.ts';
import { decidable, needsReview } from './decision-rules.ts';

interface NeedsReviewModalProps {
  rows: readonly Applicant[];
  onDecide: (order: Order) => void;
  isDeciding: boolean;
  onClose: () => void;
}

const MOST_NAMED = 5;

function Named({ rows }: Pick<NeedsReviewModalProps, 'rows'>) {
  return (
    <ul className="mt-2 list-disc pl-6 text-cocoa">
      {rows.slice(0, MOST_NAMED).map((row) => (
        <li key={row.id}>{applicantName(row)}</li>
      ))}
      {rows.length > MOST_NAMED && <li>{words.andMore(rows.length - MOST_NAMED)}</li>}
    </ul>
  );
}

export function NeedsReviewModal({ rows, onDecide, isDeciding, onClose }: NeedsReviewModalProps) {
  const all = decidable(rows, 'ACCEPTED');
  const others = decidable(
    rows.filter((row) => !needsReview(row)),
    'ACCEPTED',
  );
  const needingReview = rows.filter(needsReview);
  const unqualified = needingReview.filter((row) => !row.isQualified);
  const sharing = needingReview.filter((row) => row.sharesNumber);
  const accept = (ids: string[]) => (event: MouseEvent) =>
    onDecide({ ids, verdict: { status: 'ACCEPTED' }, isByKeyboard: event.detail === 0 });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.acceptTitle(all.length)}
      actions={
        <>
          {others.length > 0 && (
            <Button isBusy={isDeciding} onClick={accept(others)}>
              {sharing.length > 0 ? words.acceptOthers(others.length) : words.acceptQualified(others.length)}
            </Button>
          )}
          <Button variant="secondary" isBusy={isDeciding} onClick={accept(all)}>
            {words.acceptCount(all.length)}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {words.keep}
          </Button>
        </>
      }
    >
      {unqualified.length > 0 && (
        <>
          <p>{words.didNotQualify(unqualified.length, all.length)}</p>
          <Named rows={unqualified} />
        </>
      )}
      {sharing.length > 0 && (
        <>
          <p className={unqualified.length > 0 ? 'mt-4' : undefined}>
            {words.someShareNumber(sharing.length, all.length)}
          </p>
          <Named rows={sharing} />
          <p className="mt-2">{words.sharesNumberWhy}</p>
        </>
      )}
    </Modal>
  );
}
