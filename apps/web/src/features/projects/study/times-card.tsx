import { today } from '@app/contracts/calendar.ts';
import { DURATIONS_IN_MINUTES } from '@app/contracts/enumerations.ts';
import type { SlotForResearcher } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { choiceWords } from '@app/words/choices.ts';
import { meetingFieldWords } from '@app/words/meeting-fields.ts';
import { researcherMeetingWords } from '@app/words/researcher-meetings.ts';
import { studyTimesWords as words } from '@app/words/study-times.ts';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../api/failure.ts';
import { serverToday } from '../../../api/server-today.ts';
import { clock } from '@app/words/clock.ts';
import { shortDay } from '@app/words/days.ts';
import { namedDay } from '../../../format/days.ts';
import {
  expectedBookings,
  groupByMeeting,
  meetingTitle,
  nameOfBooked,
} from '../../../product/meetings/group-meetings.ts';
import { useNow } from '../../../product/meetings/use-now.ts';
import { isUnmarked } from '../../../product/meetings/meeting-actions.ts';
import { ChangePlace, placeText } from '../../../product/meetings/change-place.tsx';
import { OwnTime, ZoneLine } from '../../../product/local-time.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { lazyPart, Loading, Skeleton, FailedState } from '../../../ui/states.tsx';
import type { useResearcherSlots } from '../../../product/meetings/use-researcher-slots.ts';

const AddTimesModal = lazyPart(async () => (await import('./add-times-modal.tsx')).AddTimesModal);
const SlotModal = lazyPart(async () => (await import('./slot-modal.tsx')).SlotModal);

const FEW_DAYS = 7;

function slotStatus({ taken, isFree, bookings }: SlotForResearcher, now: number): string {
  if (taken === 0) return isFree ? words.free : words.busy;
  const [meeting] = groupByMeeting(bookings);
  const who = meeting ? meetingTitle(meeting) : words.taken;
  return hasUnmarked({ bookings }, now) ? words.whoCame(who) : who;
}

/** If a meeting has only one person, the name is shown already. */
function groupNames({ seats, bookings }: SlotForResearcher): string {
  const [meeting] = seats > 1 ? groupByMeeting(bookings) : [];
  return meeting ? expectedBookings(meeting).map(nameOfBooked).join(', ') : '';
}

const hasUnmarked = ({ bookings }: Pick<SlotForResearcher, 'bookings'>, now: number) =>
  bookings.some((booking) => isUnmarked(booking, now));

function lookOf(slot: SlotForResearcher, now: number): string {
  if (slot.taken === 0)
    return slot.isFree
      ? 'border-line-strong hover:bg-sunken'
      : 'border-line bg-sunken text-cocoa-3 hover:border-cocoa';
  return hasUnmarked(slot, now)
    ? 'border-gold bg-gold-tint text-gold-ink'
    : 'border-green bg-green-tint text-green';
}

/** A past time is shown only if a meeting at this time has no mark. Meetings of today stay in the list. */
const isShown = ({ startsAt, taken, bookings }: SlotForResearcher, now: number) =>
  Date.parse(startsAt) > now ||
  (taken > 0 && startsAt.slice(0, 10) === today(new Date(now))) ||
  bookings.some((booking) => isUnmarked(booking, now));

interface DayProps {
  day: string;
  slots: readonly SlotForResearcher[];
  now: number;
  onOpen: (slotId: string) => void;
}

function Day({ day, slots, now, onOpen }: DayProps) {
  return (
    <li className="gap-4 py-3 sm:flex">
      <h3 className="figures shrink-0 py-2 font-body text-sm font-semibold tracking-normal sm:w-28">
        {namedDay(day, serverToday())}
      </h3>
      <ul className="grid grow gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(7rem, 1fr))' }}>
        {slots.map((slot) => (
          <li key={slot.slotId} style={groupNames(slot) === '' ? undefined : { gridColumn: '1 / -1' }}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(slot.slotId)}
              className={cx(
                'figures h-full w-full min-h-11 rounded-control border px-3 py-1 text-left text-sm leading-tight wrap-anywhere',
                lookOf(slot, now),
              )}
            >
              {/* Screen readers say the day here, for people who move from button to button. */}
              <span className="sr-only">{shortDay(day, serverToday())}, </span>
              <span className="font-semibold">{clock(slot.startsAt)}</span>{' '}
              <span className="block text-xs">{slotStatus(slot, now)}</span>
              <span className="block text-xs empty:hidden">{groupNames(slot)}</span>
              <OwnTime at={slot.startsAt} />
            </button>
          </li>
        ))}
      </ul>
    </li>
  );
}

function Plan({ study, mayChange }: { study: Study; mayChange: boolean }) {
  const { durationInMinutes, meetingWay, meetingDetails: details, seatsPerSlot, choosing } = study;
  const { leadHours, noticeHours, bufferMinutes } = study;
  const lengths: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
  const rows = [
    [words.where, [placeText(details)]],
    [words.bring, [details.bring]],
    [words.language, [details.language]],
  ] as const;
  return (
    <div className="mt-1 flex flex-col gap-0.5 text-sm text-cocoa-2 wrap-anywhere">
      <p>{words.about(lengths[durationInMinutes ?? 0] ?? '', researcherMeetingWords.way[meetingWay])}</p>
      <p>{meetingFieldWords.rules(seatsPerSlot, choosing, noticeHours)}</p>
      <p>
        {words.lead(leadHours)} {bufferMinutes > 0 && words.gap(bufferMinutes)}
      </p>
      {rows.map(([name, parts]) => {
        const text = parts.filter(Boolean).join(', ');
        return text === '' ? null : <p key={name}>{`${name}: ${text}`}</p>;
      })}
      {mayChange && study.state !== 'DRAFT' && (
        <ChangePlace
          of={{ studyId: study.id, way: meetingWay, details }}
          variant="quiet"
          className="-ml-4 self-start"
        />
      )}
    </div>
  );
}

interface TimesCardProps {
  study: Study;
  reply: ReturnType<typeof useResearcherSlots>;
  mayChange: boolean;
}

export function TimesCard({ study, reply, mayChange }: TimesCardProps) {
  const [isAdding, setIsAdding] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [isWhole, setIsWhole] = useState(false);
  const duration = DURATIONS_IN_MINUTES.find((minutes) => minutes === study.durationInMinutes);
  const canAdd = mayChange && study.state !== 'CLOSED' && duration !== undefined;
  const { slots = [], counts } = reply.data ?? {};
  const now = useNow();
  const shown = slots.filter((slot) => isShown(slot, now));
  const days = [...Map.groupBy(shown, ({ startsAt }) => startsAt.slice(0, 10))];
  const opened = slots.find(({ slotId }) => slotId === openId);
  const left = study.placesLeft ?? 0;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lg">{words.heading}</h2>
        {canAdd && (
          <Button variant="secondary" size="small" onClick={() => setIsAdding(true)}>
            <CalendarPlus aria-hidden="true" className="size-4.5" />
            {words.add}
          </Button>
        )}
      </div>
      <Plan {...{ study, mayChange }} />
      <ZoneLine />
      {counts && (
        <>
          <p className="figures mt-3 font-semibold">
            {words.counts(counts.free, counts.taken, counts.waiting)}
          </p>
          {counts.met > 0 && <p className="figures text-sm text-cocoa-2">{words.met(counts.met)}</p>}
          {canAdd && counts.free < left && (
            <p className="mt-2 rounded-control bg-gold-tint px-3 py-2 text-sm text-gold-ink">
              {words.tooFew(counts.free, left)}
            </p>
          )}
        </>
      )}
      {reply.data === undefined && !reply.isError && (
        <Loading>
          <Skeleton className="mt-4 h-44" />
        </Loading>
      )}
      {reply.data === undefined && reply.isError && (
        <div className="mt-4">
          <FailedState
            text={failureMessage(reply.error)}
            onRetry={() => void reply.refetch()}
            isRetrying={reply.isFetching}
          />
        </div>
      )}
      {counts && days.length === 0 && <p className="mt-2 text-sm text-cocoa-2">{words.none}</p>}
      <ul className="mt-2 divide-y divide-line">
        {days.slice(0, isWhole ? undefined : FEW_DAYS).map(([day, own]) => (
          <Day key={day} {...{ day, now }} slots={own} onOpen={setOpenId} />
        ))}
      </ul>
      {days.length > FEW_DAYS && !isWhole && (
        <Button variant="quiet" size="small" className="-ml-4" onClick={() => setIsWhole(true)}>
          {words.showMore}
        </Button>
      )}
      {isAdding && duration !== undefined && (
        <AddTimesModal
          studyId={study.id}
          duration={duration}
          ethics={study.ethics}
          known={new Set(slots.map(({ slotId }) => slotId))}
          onClose={() => setIsAdding(false)}
        />
      )}
      {opened && (
        <SlotModal study={study} slot={opened} mayChange={mayChange} onClose={() => setOpenId(null)} />
      )}
    </Card>
  );
}
