import { applicantWords as words } from '@app/words/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { reasonsOf } from './deciding.ts';
import { MorePlaces } from './more-places.tsx';
import type { Unreached } from './use-decisions.ts';

interface UndecidedNoticeProps {
  study: Study;
  unreached: Unreached;
  onDismiss: () => void;
}

/** Whom a decision on many did not reach, and why (AP3); it stays until it is read. */
export function UndecidedNotice({ study, unreached, onDismiss }: UndecidedNoticeProps) {
  const { status, undecided } = unreached;
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
      </Banner>
    </div>
  );
}
