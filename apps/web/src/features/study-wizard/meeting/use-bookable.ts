import '../../../forms/all-rules.ts';
import { MINUTE_MS, HOUR_MS } from '@app/contracts/durations.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { withMeetingDefaults } from '@app/contracts/project/meeting-fields.ts';
import { rule } from '@app/contracts/rule.ts';
import { meetingFieldWords as words } from '@app/words/meeting-fields.ts';
import { ruleText } from '@app/words/say-rule.ts';
import { useQueries } from '@tanstack/react-query';
import { callProject } from '../../../api/call.ts';
import { meetingKeys } from '../../../api/keys.ts';
import { useUser } from '../../../session/session.ts';
import { addDays, addMonths } from '../schedule/month-grid.ts';
import { useGmtTime } from '../schedule/use-gmt-time.ts';
import { bookableSlots } from '@app/contracts/time-slots.ts';
import { serverNow } from '../../../api/server-clock.ts';

interface SlotPlan {
  availableDates: readonly string[];
  availableTimes: readonly string[];
  withoutTimes: readonly string[];
  leadHours: number;
  /** In minutes, with the break after the meeting. */
  minutes: number;
}

interface Meeting {
  startsAt: string;
  endsAt: string;
}

export function countSlots(
  plan: SlotPlan,
  meetings: readonly Meeting[] = [],
  now = new Date(serverNow()),
): { ahead: number; early: number; taken: number; room: number } {
  const all = bookableSlots({ ...plan, leadHours: 0 }, new Date(0));
  const after = (instant: number) => {
    const earliest = new Date(instant).toISOString();
    return all.filter((slot) => slot > earliest);
  };
  const ahead = after(now.getTime());
  const inTime = after(now.getTime() + plan.leadHours * HOUR_MS);
  const length = plan.minutes * MINUTE_MS;
  const open = inTime
    .map((slot) => Date.parse(slot))
    .filter(
      (at) =>
        !meetings.some(
          ({ startsAt, endsAt }) => Date.parse(startsAt) < at + length && at < Date.parse(endsAt),
        ),
    );
  let room = 0;
  let free = -Infinity;
  for (const at of open) {
    if (at < free) continue;
    room += 1;
    free = at + length;
  }
  return {
    ahead: ahead.length,
    early: all.length - inTime.length,
    taken: inTime.length - open.length,
    room,
  };
}

const LIVE = new Set(['OFFERED', 'BOOKED', 'CONFIRMED']);

function useOwnMeetings(days: readonly string[]): Meeting[] {
  const userId = useUser()?.userId ?? '';
  const firsts = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];
  const replies = useQueries({
    queries: firsts.map((first) => ({
      queryKey: meetingKeys.month(userId, first),
      queryFn: ({ signal }: { signal: AbortSignal }) => {
        const dayStart = (day: string) => new Date(day).toISOString();
        // A meeting that starts on the day before may end on the first day.
        const query = { from: dayStart(addDays(first, -1)), to: dayStart(addMonths(first, 1)) };
        return callProject(listMeetings, { query }, signal);
      },
    })),
  });
  return replies.flatMap(({ data = [] }) =>
    data.flatMap(({ state, startsAt, endsAt }) =>
      LIVE.has(state) && startsAt !== null && endsAt !== null ? [{ startsAt, endsAt }] : [],
    ),
  );
}

interface Plan {
  days: readonly string[];
  times: readonly string[];
  without: readonly string[];
  minutes: number;
  leadHours?: number | undefined;
  bufferMinutes?: number | undefined;
  seatsPerSlot?: number | undefined;
  wanted: number;
}

/** `problem` is the refusal that the server would give. */
export function useBookable(plan: Plan): { problem: string | undefined; note: string | null } {
  const { days, times, without, minutes, wanted } = plan;
  useGmtTime();
  const meetings = useOwnMeetings(days);
  if (days.length === 0 || times.length === 0) return { problem: undefined, note: null };
  const { leadHours, bufferMinutes, seatsPerSlot } = withMeetingDefaults({
    leadHours: plan.leadHours || 0,
    bufferMinutes: plan.bufferMinutes,
    seatsPerSlot: plan.seatsPerSlot,
  });
  const dates = { availableDates: days, availableTimes: times, withoutTimes: without };
  const { ahead, early, taken, room } = countSlots(
    { ...dates, leadHours, minutes: minutes + bufferMinutes },
    meetings,
  );
  if (ahead === 0) return { problem: ruleText(rule(without.length > 0 ? 'times' : 'timesPast')), note: null };
  if (room === 0 && taken === 0) return { problem: ruleText(rule(`timesTooSoon ${leadHours}`)), note: null };
  if (room === 0) return { problem: ruleText(rule('timesTaken')), note: null };
  const notes = [
    early > 0 && words.tooEarly(early, leadHours),
    taken > 0 && words.timesTaken(taken),
    room * seatsPerSlot < wanted && words.tooFew(room * seatsPerSlot, wanted),
  ].filter(Boolean);
  return { problem: undefined, note: notes.length > 0 ? notes.join(' ') : null };
}
