import { choiceWords } from '@app/words/choices.ts';
import { chooseTimeWords as words } from '@app/words/bookings.ts';
import { meetingWords } from '@app/words/meetings.ts';
import { studyDetailsWords } from '@app/words/study-details.ts';
import { cancelBooking, type OwnBooking } from '@app/contracts/project/bookings.ts';
import { joinWaitingList, leaveWaitingList, type WaitingListEntry } from '@app/contracts/project/slots.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { shortDay } from '@app/words/days.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useRef } from 'react';
import { useParams } from 'react-router';
import { callProject } from '../../api/call.ts';
import { CallFailed, failureMessage } from '../../api/failure.ts';
import { meetingKeys } from '../../api/keys.ts';
import { serverToday } from '../../api/server-today.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { daysLeft } from '../../format/days.ts';
import { exactTime } from '../../format/exact-time.ts';
import { withLocalTime } from '../../format/local-time.ts';
import { joinShortened } from '../../format/listed.ts';
import { useNow } from '../../product/meetings/use-now.ts';
import { PayQuestion } from '../../product/pay-question.tsx';
import { CompanyName, IncentiveLine } from '../../product/study-detail-list.tsx';
import { pageMeta } from '../../product/title.ts';
import { screens } from '../../screens.ts';
import { useUser } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxGroup } from '../../ui/choice-group.tsx';
import { Loading, Skeleton, FailedState, EmptyState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { focusHeading } from '../../ui/use-heading-focus.ts';
import { TimeForm } from './time-form.tsx';
import { type Times, otherTimes, useTimes } from './use-times.ts';

export const meta = () => pageMeta(words.heading);
export const handle = screens.chooseTime;

const DAYS_AT_ONCE = 7;

const durations: Readonly<Record<number, string>> = choiceWords.durationInMinutes;

function About({ study, userId }: Pick<Times, 'study'> & { userId: string }) {
  const { publicName, companyName, durationInMinutes, meetingWay, bring, language } = study;
  return (
    <div className="mt-2 mb-6">
      <p className="text-lg/tight font-semibold wrap-anywhere">{publicName}</p>
      <CompanyName name={companyName} />
      <IncentiveLine incentive={study.incentive} className="mt-2 text-sm" />
      {study.incentive > 0 && (
        <>
          <p className="text-sm text-cocoa-2">{studyDetailsWords.leaves}</p>
          <PayQuestion userId={userId} className="my-3" />
        </>
      )}
      <p className="mt-2 text-sm text-cocoa-2 wrap-anywhere">
        {words.about(durations[durationInMinutes] ?? '', meetingWords.way[meetingWay])}
      </p>
      {bring !== '' && <p className="text-sm text-cocoa-2 wrap-anywhere">{words.bring(bring)}</p>}
      {language !== '' && <p className="text-sm text-cocoa-2 wrap-anywhere">{words.language(language)}</p>}
      <p className="text-sm text-cocoa-2">{words.zone}</p>
    </div>
  );
}

/** Someone else has released this time. It is reserved for this person and selected below. */
function Offer({ booking }: { booking: OwnBooking }) {
  const client = useQueryClient();
  const refusal = useSingleCall<unknown>(['decline-offer', booking.id], {
    mutationFn: () => callProject(cancelBooking, { params: { id: booking.id }, body: {} }),
    onSuccess: () => {
      toast.success(words.declined);
      focusHeading();
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return (
    <Card isMarked className="mb-6">
      <p className="font-semibold">{words.offered(exactTime(booking.startsAt ?? ''))}</p>
      {booking.expiresAt && <p className="mt-1 text-cocoa-2">{words.until(exactTime(booking.expiresAt))}</p>}
      <Button
        className="mt-4"
        variant="secondary"
        isBusy={refusal.isPending}
        onClick={() => refusal.mutate()}
      >
        {words.decline}
      </Button>
    </Card>
  );
}

const DAYS_AT_FIRST = 8;

interface WaitingProps {
  studyId: string;
  waiting: WaitingListEntry | null;
  days: readonly string[];
  hasTimes: boolean;
}

function WaitingCard({ studyId, waiting, days, hasTimes }: WaitingProps) {
  const client = useQueryClient();
  const params = { id: studyId };
  const saved = waiting?.days.join();
  const [seen, setSeen] = useState(saved);
  const [suits, setSuits] = useState<readonly string[]>(waiting?.days ?? []);
  if (saved !== seen) {
    setSeen(saved);
    setSuits(waiting?.days ?? []);
  }
  const status = useRef<HTMLParagraphElement>(null);
  const [most, setMost] = useState(DAYS_AT_FIRST);
  const settled = { onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }) };
  const join = useSingleCall<unknown>(['wait', studyId], {
    mutationFn: () => callProject(joinWaitingList, { params, body: { days: [...suits] } }),
    onSuccess: () => waiting && toast.success(words.daysSaved),
    ...settled,
  });
  const leave = useSingleCall<unknown>(['wait', studyId], {
    mutationFn: () => callProject(leaveWaitingList, { params }),
    onSuccess: () => status.current?.focus(),
    ...settled,
  });
  const now = serverToday();
  const left = daysLeft(days, now);
  const named = (waiting?.days ?? []).map((day) => shortDay(day, now));
  return (
    <Card className="mt-8">
      <h2 className="text-lg">{hasTimes ? words.waitTitle : words.noneTitle}</h2>
      <p ref={status} role="status" tabIndex={-1} className="mt-1 mb-4 text-cocoa-2 focus:unmarked">
        {waiting === null ? words.waitText : words.waiting(joinShortened(named))}
      </p>
      {left.length > 1 && (
        <CheckboxGroup
          label={words.days}
          hint={words.daysHint}
          name="days"
          isCompact
          columns={4}
          options={left.slice(0, most).map((day) => ({ value: day, label: shortDay(day, now) }))}
          ref={(box) => {
            if (box) box.checked = suits.includes(box.value);
          }}
          onChange={({ target: { checked, value } }) =>
            setSuits(checked ? [...suits, value] : suits.filter((day) => day !== value))
          }
        />
      )}
      {left.length > most && (
        <Button variant="quiet" size="small" onClick={() => setMost(Infinity)}>
          {words.allDays}
        </Button>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" isBusy={join.isPending} onClick={() => join.mutate()}>
          {waiting === null ? words.wait : words.saveDays}
        </Button>
        {waiting !== null && (
          <Button variant="quiet" isBusy={leave.isPending} onClick={() => leave.mutate()}>
            {words.leave}
          </Button>
        )}
      </div>
    </Card>
  );
}

interface TimesOfProps {
  userId: string;
  times: Times;
  most: number;
  onMore: () => void;
}

function LoadedTimes({ userId, times, most, onMore }: TimesOfProps) {
  const { waiting, booking, study, isPaid } = times;
  const now = useNow();
  const moved = booking?.state === 'BOOKED' || booking?.state === 'CONFIRMED' ? booking : undefined;
  const slots = otherTimes(times.slots, moved);
  const hasTimes = booking?.state === 'OFFERED' || slots.some(({ isFree }) => isFree);
  const isFree = Date.parse(moved?.freeUntil ?? '') > now;
  const heldUntil = booking?.state === 'HELD' && booking.expiresAt;
  const note = heldUntil ? words.held(exactTime(heldUntil)) : isPaid && !moved && words.paid;
  const isUsedUp = times.isUsedUp && !booking;
  const isFixed = isUsedUp || moved?.movesLeft === 0;
  return (
    <>
      <h1>{moved ? words.moveHeading : words.heading}</h1>
      <About study={study} userId={userId} />
      {moved?.startsAt && (
        <div className="mb-6">
          <p className="font-semibold">{words.now(withLocalTime(moved.startsAt))}</p>
          {isFixed && <p className="mt-1 text-cocoa-2">{words.fixed}</p>}
          {!isFixed && !isFree && <p className="mt-1 font-semibold text-gold-ink">{words.late}</p>}
          {!isFixed && !hasTimes && <p className="mt-1 text-cocoa-2">{words.nothingElse}</p>}
        </div>
      )}
      {note && <p className="mb-6 font-semibold">{note}</p>}
      {booking?.state === 'OFFERED' && <Offer booking={booking} />}
      {hasTimes && !isFixed && (
        <TimeForm
          // For another meeting, the form must start again. A new offer must not reset a form that is in use.
          key={moved?.id}
          times={{ ...times, slots }}
          most={most}
          onMore={onMore}
          moved={moved}
        />
      )}
      {isUsedUp && !times.hasEnded && <EmptyState title={words.refusedTitle} text={words.usedUp} />}
      {!moved && times.hasEnded && !hasTimes && (
        <EmptyState title={words.refusedTitle} text={words.endedText} />
      )}
      {!moved && !times.hasEnded && !isUsedUp && (
        <WaitingCard studyId={study.id} waiting={waiting} days={study.availableDates} hasTimes={hasTimes} />
      )}
      <LinkButton variant="plain" className="mt-6" to={paths.ownStudy(study.id)}>
        {words.back}
      </LinkButton>
    </>
  );
}

const isRefused = (error: Error | null) =>
  error instanceof CallFailed && (error.code === 'NOT_ACCEPTED' || error.status === 404);

function StudyTimes({ userId, id }: { userId: string; id: string }) {
  const [most, setMost] = useState(DAYS_AT_ONCE);
  const { times, error, isFetching, refetch } = useTimes(userId, id, most);
  const isDone = times?.booking?.state === 'ATTENDED';
  if (times && !isDone)
    return (
      <LoadedTimes userId={userId} times={times} most={most} onMore={() => setMost(most + DAYS_AT_ONCE)} />
    );
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
        <FailedState text={failureMessage(error)} onRetry={refetch} isRetrying={isFetching} />
      )}
    </>
  );
}

export default function ChooseTime() {
  const user = useUser();
  const { id = '' } = useParams();
  return user && <StudyTimes userId={user.userId} id={id} />;
}
