import { today } from '@app/contracts/calendar.ts';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { slotLabel } from '@app/contracts/time-slots.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../api/failure.ts';
import { serverToday } from '../../api/server-today.ts';
import { clock } from '@app/words/clock.ts';
import { longDay, shortDay } from '@app/words/days.ts';
import { localClock } from '../../format/local-time.ts';
import { MeetingPeople } from '../../product/meetings/meeting-people.tsx';
import {
  type ResearcherMeeting,
  expectedBookings,
  groupByMeeting,
  meetingTitle,
} from '../../product/meetings/group-meetings.ts';
import { useNow } from '../../product/meetings/use-now.ts';
import { OwnTime } from '../../product/local-time.tsx';
import { isUnmarked } from '../../product/meetings/meeting-actions.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Modal } from '../../ui/modal.tsx';
import { Loading, Skeleton, FailedState } from '../../ui/states.tsx';
import { dayAfter, useWeek, meetingLength, weekMonday } from './use-meetings.ts';

const WORKING_DAY = { from: 8, to: 18 };
const ROWS_PER_HOUR = 4;

const minuteOfDay = (iso: string) => new Date(iso).getUTCHours() * 60 + new Date(iso).getUTCMinutes();
const lengthInMinutes = ({ startsAt, endsAt }: ResearcherMeeting) =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS;

function shownHours(meetings: readonly ResearcherMeeting[]): { from: number; to: number } {
  const startHours = meetings.map(({ startsAt }) => Math.floor(minuteOfDay(startsAt) / 60));
  const ends = meetings.map((one) => Math.ceil((minuteOfDay(one.startsAt) + lengthInMinutes(one)) / 60));
  return { from: Math.min(WORKING_DAY.from, ...startHours), to: Math.max(WORKING_DAY.to, ...ends) };
}

function meetingClass({ endsAt, bookings }: ResearcherMeeting, now: number): string {
  if (bookings.some((booking) => isUnmarked(booking, now))) return 'bg-gold-tint text-gold-ink';
  return Date.parse(endsAt) > now ? 'bg-green-tint text-green' : 'bg-sunken text-cocoa-2';
}

function OwnHour({ at }: { at: string }) {
  const own = localClock(at);
  return own === undefined ? null : <span className="block text-cocoa-2">{own.replace(/^\w+ /, '')}</span>;
}

const hoursBetween = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

interface MeetingBlockProps {
  meeting: ResearcherMeeting;
  from: number;
  now: number;
  onOpen: () => void;
}

function MeetingBlock({ meeting, from, now, onOpen }: MeetingBlockProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={cx(
        'figures col-start-1 m-0.5 flex min-h-5.5 flex-col overflow-hidden rounded-control px-1.5 py-0.5 text-left text-xs hover:bg-line',
        meetingClass(meeting, now),
      )}
      style={{
        gridRow: `${minuteOfDay(meeting.startsAt) / 15 - from * ROWS_PER_HOUR + 1} / span ${lengthInMinutes(meeting) / 15}`,
      }}
    >
      <span className="max-w-full shrink-0 truncate font-semibold">{meetingTitle(meeting)}</span>{' '}
      <span>{clock(meeting.startsAt)}</span> <span className="max-w-full truncate">{meeting.studyName}</span>
    </button>
  );
}

interface DayColumnProps {
  day: string;
  isToday: boolean;
  from: number;
  to: number;
  now: number;
  meetings: readonly ResearcherMeeting[];
  onOpen: (key: string) => void;
}

function DayColumn({ day, isToday, from, to, now, meetings, onOpen }: DayColumnProps) {
  const nowAt = (minuteOfDay(new Date(now).toISOString()) / 60 - from) / (to - from);
  return (
    <section aria-label={longDay(day)} className="border-l border-line">
      <h2
        className={cx(
          'figures flex h-11 items-center justify-center font-body text-sm tracking-normal',
          isToday
            ? 'font-semibold text-cocoa underline decoration-gold decoration-4 underline-offset-4'
            : 'font-normal text-cocoa-2',
        )}
      >
        {shortDay(day, today(new Date(now)))}
      </h2>
      <div
        className="relative grid"
        style={{ gridTemplateRows: `repeat(${(to - from) * ROWS_PER_HOUR}, 1.5rem)` }}
      >
        {hoursBetween(from, to).map((hour, at) => (
          <div
            key={hour}
            aria-hidden="true"
            className="col-start-1 border-t border-line"
            style={{ gridRow: `${at * ROWS_PER_HOUR + 1} / span ${ROWS_PER_HOUR}` }}
          />
        ))}
        {isToday && nowAt >= 0 && nowAt <= 1 && (
          <div
            aria-hidden="true"
            className="absolute inset-x-0 z-1 h-0.5 bg-laterite"
            style={{ top: `${nowAt * 100}%` }}
          />
        )}
        {meetings.map((meeting) => (
          <MeetingBlock key={meeting.key} {...{ meeting, from, now }} onOpen={() => onOpen(meeting.key)} />
        ))}
      </div>
    </section>
  );
}

interface MeetingDialogProps {
  meeting: ResearcherMeeting;
  now: number;
  onClose: () => void;
}

function MeetingDialog({ meeting, now, onClose }: MeetingDialogProps) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={`${shortDay(meeting.startsAt.slice(0, 10), today(new Date(now)))}, ${clock(meeting.startsAt)}`}
    >
      <OwnTime at={meeting.startsAt} />
      <p className="mb-3 text-sm">
        {meeting.studyName} · {meetingLength(meeting)} · {words.way[meeting.way]}
      </p>
      <div className="text-cocoa">
        <MeetingPeople meeting={meeting} now={now} />
      </div>
    </Modal>
  );
}

function Grid({ monday, bookings }: { monday: string; bookings: readonly ResearcherBooking[] }) {
  const now = useNow();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const meetings = groupByMeeting(bookings).filter((meeting) => expectedBookings(meeting).length > 0);
  const opened = meetings.find(({ key }) => key === openKey);
  const { from, to } = shownHours(meetings);
  const days = Array.from({ length: 7 }, (_, at) => dayAfter(monday, at));
  const day = today(new Date(now));
  const hours = hoursBetween(from, to);
  return (
    <div className="grid grid-cols-[4.5rem_repeat(7,minmax(0,1fr))] rounded-card border border-line bg-surface">
      <div aria-hidden="true" className="pt-11">
        {hours.map((hour) => (
          <p key={hour} className="figures h-24 pl-3 text-xs text-cocoa-3">
            {slotLabel(hour * 60)}
            <OwnHour at={`${monday}T${String(hour).padStart(2, '0')}:00:00.000Z`} />
          </p>
        ))}
      </div>
      {days.map((one) => (
        <DayColumn
          key={one}
          day={one}
          isToday={one === day}
          {...{ from, to, now }}
          meetings={meetings.filter(({ startsAt }) => startsAt.startsWith(one))}
          onOpen={setOpenKey}
        />
      ))}
      {opened && <MeetingDialog meeting={opened} now={now} onClose={() => setOpenKey(null)} />}
    </div>
  );
}

interface WeekProps {
  userId: string;
  monday: string;
  onWeekChange: (monday: string) => void;
}

export function Week({ userId, monday, onWeekChange }: WeekProps) {
  const week = useWeek(userId, monday);
  const shiftWeek = (days: number) => onWeekChange(dayAfter(monday, days));
  return (
    <>
      <div className="mb-3 flex items-center gap-2">
        <Button variant="secondary" size="icon" aria-label={words.previousWeek} onClick={() => shiftWeek(-7)}>
          <ChevronLeft aria-hidden="true" className="size-5" />
        </Button>
        <Button variant="secondary" size="icon" aria-label={words.nextWeek} onClick={() => shiftWeek(7)}>
          <ChevronRight aria-hidden="true" className="size-5" />
        </Button>
        <Button variant="plain" size="small" onClick={() => onWeekChange(weekMonday(serverToday()))}>
          {words.thisWeek}
        </Button>
        <p role="status" className="text-sm text-cocoa-2">
          {words.weekLabel(longDay(monday))}
        </p>
      </div>
      {week.data !== undefined && <Grid monday={monday} bookings={week.data} />}
      {week.data === undefined && week.isError && (
        <FailedState
          text={failureMessage(week.error)}
          onRetry={() => void week.refetch()}
          isRetrying={week.isFetching}
        />
      )}
      {week.data === undefined && !week.isError && (
        <Loading>
          <Skeleton className="h-160 w-full" />
        </Loading>
      )}
    </>
  );
}
