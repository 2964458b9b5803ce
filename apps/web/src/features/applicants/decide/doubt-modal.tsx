import { applicantMessages as words } from '@app/words/applicants.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { MouseEvent } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { nameOf } from '../name-of.ts';
import { decidable } from './deciding.ts';
import type { Order } from './use-decisions.ts';

interface DoubtModalProps {
  rows: readonly Applicant[];
  onDecide: (order: Order) => void;
  isDeciding: boolean;
  onClose: () => void;
}

const MOST_NAMED = 5;

/** Says who of those about to be accepted did not qualify, and offers to accept the others alone. */
export function DoubtModal({ rows, onDecide, isDeciding, onClose }: DoubtModalProps) {
  const all = decidable(rows, 'ACCEPTED');
  const qualified = decidable(
    rows.filter((row) => row.isQualified),
    'ACCEPTED',
  );
  const doubtful = rows.filter((row) => row.status === 'PENDING' && !row.isQualified);
  const accept = (ids: string[]) => (event: MouseEvent) =>
    onDecide({ ids, verdict: { status: 'ACCEPTED' }, isByKeyboard: event.detail === 0 });
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={words.acceptTitle(all.length)}
      actions={
        <>
          {qualified.length > 0 && (
            <Button isBusy={isDeciding} onClick={accept(qualified)}>
              {words.acceptQualified(qualified.length)}
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
      <p>{words.didNotQualify(doubtful.length, all.length)}</p>
      <ul className="mt-2 list-disc pl-6 text-cocoa">
        {doubtful.slice(0, MOST_NAMED).map((row) => (
          <li key={row.id}>{nameOf(row)}</li>
        ))}
        {doubtful.length > MOST_NAMED && <li>{words.andMore(doubtful.length - MOST_NAMED)}</li>}
      </ul>
    </Modal>
  );
}
