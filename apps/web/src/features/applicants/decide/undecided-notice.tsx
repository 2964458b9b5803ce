import { applicantWords as words } from '@app/words/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { reasonsOf } from './deciding.ts';
import { MovePlace } from './move-place.tsx';
import { MorePlaces } from './more-places.tsx';
import type { Unreached } from './use-decisions.ts';

interface UndecidedNoticeProps {
  study: Study;
  unreached: Unreached;
  /** Tries the same once more for somebody. */
  onAccept: (applicationId: string) => void;
  onDismiss: () => void;
}

/** Whom a decision on many did not reach, and why (AP3); it stays until it is read. */
export function UndecidedNotice({ study, unreached, onAccept, onDismiss }: UndecidedNoticeProps) {
  const { status, undecided } = unreached;
  // Of each full group the first who wanted a place of it.
  const firstOfFull = new Map(
    undecided
      .filter(({ cell }) => cell !== undefined)
      .toReversed()
      .map((one) => [one.cell, one]),
  );
  return (
    <div role="status">
      <Banner
        className="mb-4"
        title={words.undecidedTitle[status](undecided.length)}
        action={
          <Button variant="quiet" size="small" onClick={onDismiss}>
            {words.dismiss}
          </Button>
        }
      >
        <ul>
          {reasonsOf(undecided).map((reason) => (
            <li key={reason}>{reason}.</li>
          ))}
        </ul>
        {undecided.some(({ because }) => because === 'NO_PLACE_LEFT') && <MorePlaces study={study} />}
        {[...firstOfFull.values()].map(({ applicationId, cell = 0 }) => (
          <MovePlace key={cell} {...{ study, cell }} onMoved={() => onAccept(applicationId)} />
        ))}
      </Banner>
    </div>
  );
}
