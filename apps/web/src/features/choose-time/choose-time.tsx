import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import { useParams } from 'react-router';
import { wordsOf } from '../../api/failure.ts';
import { exactTime } from '../../format/exact-time.ts';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Offer } from './offer.tsx';
import { TimeForm } from './time-form.tsx';
import { useTimes } from './use-times.ts';
import { WaitingCard } from './waiting.tsx';

export const meta = () => titled(words.heading);
export const handle = screens.chooseTime;

function TimesOf({ user, studyId }: { user: SignedInUser; studyId: string }) {
  const times = useTimes(user, studyId);
  if (times.data === undefined) {
    if (!times.isError) {
      return (
        <Loading label={words.loading}>
          <Skeleton className="h-56" />
        </Loading>
      );
    }
    const retry = () => void times.refetch();
    return <FailedState text={wordsOf(times.error)} onRetry={retry} isRetrying={times.isFetching} />;
  }
  const { slots, waiting, booking, study } = times.data;
  const hasTimes = booking?.state === 'OFFERED' || slots.some(({ isFree }) => isFree);
  const isBooked = booking?.state === 'BOOKED' || booking?.state === 'CONFIRMED';
  return (
    <>
      <p className="mt-1.5 mb-6 text-cocoa-2">{words.text(study.publicName)}</p>
      {isBooked && booking.startsAt && (
        <p className="mb-6 font-semibold">{words.now(exactTime(booking.startsAt))}</p>
      )}
      {booking?.state === 'OFFERED' && <Offer booking={booking} />}
      {hasTimes && <TimeForm studyId={studyId} times={times.data} />}
      {!isBooked && <WaitingCard studyId={studyId} isWaiting={waiting !== null} hasTimes={hasTimes} />}
    </>
  );
}

export default function ChooseTime() {
  const user = useUser();
  const { id = '' } = useParams();
  if (user === null) return null;
  return (
    <div>
      <h1>{words.heading}</h1>
      <TimesOf user={user} studyId={id} />
      <LinkButton variant="plain" className="mt-6" to={paths.ownStudy(id)}>
        {words.back}
      </LinkButton>
    </div>
  );
}
