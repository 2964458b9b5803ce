import { today } from '@app/contracts/calendar.ts';
import { MINUTE_MS, DAY_MS } from '@app/contracts/durations.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { useQuery } from '@tanstack/react-query';
import { serverToday } from '../../api/server-today.ts';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { lastKnownData } from '../../api/last-known.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { ResearcherMeeting } from '../../product/meetings/group-meetings.ts';

export const weekMonday = (day: string) => dayAfter(day, -((new Date(day).getUTCDay() + 6) % 7));

export function meetingLength({ startsAt, endsAt }: Pick<ResearcherMeeting, 'startsAt' | 'endsAt'>): string {
  const lengths: Readonly<Record<number, string>> = choiceWords.durationInMinutes;
  return lengths[(Date.parse(endsAt) - Date.parse(startsAt)) / MINUTE_MS] ?? '';
}

/** Attendance can be marked for this many days after a meeting. */
const DAYS_BACK = 3;
const DAYS_AHEAD = 55;
const LOOK_AGAIN_MS = 60_000;

const always = { refetchOnMount: 'always', refetchInterval: LOOK_AGAIN_MS } as const;

export const dayAfter = (day: string, days: number) => today(new Date(Date.parse(day) + days * DAY_MS));

const stretch = (day: string, from: number, to: number) => ({
  from: new Date(Date.parse(day) + from * DAY_MS).toISOString(),
  to: new Date(Date.parse(day) + to * DAY_MS).toISOString(),
});

/** All days have one key. So a new day starts with the meetings that are already known. */
export function useAgenda(userId: string) {
  const queryKey = meetingKeys.agenda(userId);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) =>
      callProject(listMeetings, { query: stretch(serverToday(), -DAYS_BACK, DAYS_AHEAD) }, signal),
    ...always,
  });
}

export function useWeek(userId: string, monday: string) {
  const queryKey = meetingKeys.week(userId, monday);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => callProject(listMeetings, { query: stretch(monday, 0, 7) }, signal),
    ...always,
  });
}
