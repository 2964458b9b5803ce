import type { MeetingWay } from '@app/contracts/project/meeting-choices.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { isCancelled } from './meeting-actions.ts';

export interface ResearcherMeeting {
  key: string;
  studyId: string;
  studyName: string;
  startsAt: string;
  endsAt: string;
  way: MeetingWay;
  seats: number;
  details: ResearcherBooking['details'];
  hasOwnDetails: boolean;
  bookings: ResearcherBooking[];
}

export const nameOfBooked = ({ firstName, lastName }: ResearcherBooking) =>
  `${firstName} ${lastName}`.trim() || words.nameless;

/** Cancelled bookings come last. */
export function groupByMeeting(bookings: readonly ResearcherBooking[]): ResearcherMeeting[] {
  const meetings = new Map<string, ResearcherMeeting>();
  for (const booking of bookings) {
    const { studyId, studyName, startsAt, endsAt, meetingWay: way, seats, details, hasOwnDetails } = booking;
    if (startsAt === null || endsAt === null) continue;
    const key = `${startsAt} ${studyId}`;
    const meeting = meetings.get(key) ?? {
      key,
      studyId,
      studyName,
      startsAt,
      endsAt,
      way,
      seats,
      details,
      hasOwnDetails,
      bookings: [],
    };
    meeting.bookings.push(booking);
    meetings.set(key, meeting);
  }
  const all = [...meetings.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const { bookings: own } of all) own.sort((a, b) => Number(isCancelled(a)) - Number(isCancelled(b)));
  return all;
}

export const expectedBookings = ({ bookings }: ResearcherMeeting) =>
  bookings.filter((booking) => !isCancelled(booking));

export function meetingTitle(meeting: ResearcherMeeting): string {
  const comers = expectedBookings(meeting);
  const [only] = comers.length === 0 ? meeting.bookings : comers;
  return meeting.seats > 1 || only === undefined
    ? words.seatsTaken(meeting.seats, comers.length)
    : nameOfBooked(only);
}

export function groupByDay(
  meetings: readonly ResearcherMeeting[],
): [day: string, meetings: ResearcherMeeting[]][] {
  return [...Map.groupBy(meetings, ({ startsAt }) => startsAt.slice(0, 10))];
}
