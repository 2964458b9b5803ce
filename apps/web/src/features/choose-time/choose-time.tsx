import { paths } from '@app/contracts/web-paths.ts';
import { choiceWords } from '@app/words/choices.ts';
import { chooseTimeWords as words } from '@app/words/choose-time.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { useState } from 'react';
import { useParams } from 'react-router';
import { CallFailed, wordsOf } from '../../api/failure.ts';
import { exactTime } from '../../format/exact-time.ts';
import { CompanyName } from '../../product/study-facts.tsx';
import { useNow } from '../../product/meetings/use-now.ts';
import { titled } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Offer } from './offer.tsx';
import { TimeForm } from './time-form.tsx';
import { type Times, useTimes } from './use-times.ts';
import { WaitingCard } from './waiting.tsx';

export const meta = () => titled(words.heading);
export const handle = screens.chooseTime;

const DAYS_AT_ONCE = 7;

const durations: Readonly<Record<number, string>> = choiceWords.durationInMinutes;

function About({ study }: Pick<Times, 'study'>) {
  const { publicName, companyName, durationInMinutes, meetingWay, bring, language } = study;
  return (
    <div className="mt-2 mb-6">
      <p className="text-lg/tight font-semibold wrap-anywhere">{publicName}</p>
      <CompanyName name={companyName} />
      <p className="mt-2 text-sm text-cocoa-2 wrap-anywhere">
        {words.about(durations[durationInMinutes] ?? '', meetingWords.way[meetingWay])}
      </p>
      {bring !== '' && <p className="text-sm text-cocoa-2 wrap-anywhere">{words.bring(bring)}</p>}
      {language !== '' && <p className="text-sm text-cocoa-2 wrap-anywhere">{words.language(language)}</p>}
      <p className="text-sm text-cocoa-2">{words.zone}</p>
    </div>
  );
}

interface TimesOfProps {
  times: Times;
  most: number;
  onMore: () => void;
}

function TimesOf({ times, most, onMore }: TimesOfProps) {
  const { slots, waiting, booking, study, isPaid } = times;
  const now = useNow();
  const moved = booking?.state === 'BOOKED' || booking?.state === 'CONFIRMED' ? booking : undefined;
  const hasTimes = booking?.state === 'OFFERED' || slots.some(({ isFree }) => isFree);
  const isFree = Date.parse(moved?.freeUntil ?? '') > now;
  const heldUntil = booking?.state === 'HELD' && booking.expiresAt;
  const note = heldUntil ? words.held(exactTime(heldUntil)) : isPaid && !moved && words.paid;
  const isUsedUp = times.isUsedUp && !booking;
  const isFixed = isUsedUp || moved?.movesLeft === 0;
  return (
    <>
      <h1>{moved ? words.moveHeading : words.heading}</h1>
      <About study={study} />
      {moved?.startsAt && (
        <div className="mb-6">
          <p className="font-semibold">{words.now(exactTime(moved.startsAt))}</p>
          {isFixed && <p className="mt-1 text-cocoa-2">{words.fixed}</p>}
          {!isFixed && !isFree && <p className="mt-1 font-semibold text-gold-ink">{words.late}</p>}
          {!isFixed && !hasTimes && <p className="mt-1 text-cocoa-2">{words.nothingElse}</p>}
        </div>
      )}
      {note && <p className="mb-6 font-semibold">{note}</p>}
      {booking?.state === 'OFFERED' && <Offer booking={booking} />}
      {hasTimes && !isFixed && (
        <TimeForm
          // Another meeting to move is another form; an offer that comes or lapses takes nothing from who is choosing.
          key={moved?.id}
          times={times}
          most={most}
          onMore={onMore}
          moved={moved}
        />
      )}
      {isUsedUp && !times.isOver && <EmptyState title={words.refusedTitle} text={words.usedUp} />}
      {!moved && times.isOver && !hasTimes && <EmptyState title={words.refusedTitle} text={words.overText} />}
      {!moved && !times.isOver && !isUsedUp && (
        <WaitingCard studyId={study.id} waiting={waiting} days={study.availableDates} hasTimes={hasTimes} />
      )}
      <LinkButton variant="plain" className="mt-6" to={paths.ownStudy(study.id)}>
        {words.back}
      </LinkButton>
    </>
  );
}

/** Nobody can choose here, and trying again would not help. */
const isRefused = (error: Error | null) =>
  error instanceof CallFailed && (error.code === 'NOT_ACCEPTED' || error.status === 404);

function ChooseTimeOf({ userId, id }: { userId: string; id: string }) {
  const [most, setMost] = useState(DAYS_AT_ONCE);
  const { times, error, isFetching, refetch } = useTimes(userId, id, most);
  const isDone = times?.booking?.state === 'ATTENDED';
  if (times && !isDone)
    return <TimesOf times={times} most={most} onMore={() => setMost(most + DAYS_AT_ONCE)} />;
  return (
    <>
      <h1 className="mb-6">{words.heading}</h1>
      {isDone || isRefused(error) ? (
        <EmptyState
          title={words.refusedTitle}
          text={words.refusedText}
          action={<LinkButton to={paths.studies}>{words.back}</LinkButton>}
        />
      ) : error === null ? (
        <Loading label={words.loading}>
          <Skeleton className="h-56" />
        </Loading>
      ) : (
        <FailedState text={wordsOf(error)} onRetry={refetch} isRetrying={isFetching} />
      )}
    </>
  );
}

export default function ChooseTime() {
  const user = useUser();
  const { id = '' } = useParams();
  return user && <ChooseTimeOf userId={user.userId} id={id} />;
}
