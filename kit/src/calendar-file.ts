import ical, {
  ICalAlarmType,
  type ICalAttendeeData,
  type ICalCalendarMethod,
  type ICalEventStatus,
} from 'ical-generator';
import { HOUR_SECONDS } from '@app/contracts/durations.ts';

/** Emails use REQUEST and CANCEL. Downloads and feeds use PUBLISH. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

export interface CalendarEvent {
  /** Calendars replace an event with this id by the one with the higher sequence. */
  uid: string;
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  description: string;
  location: string | null;
  url?: string;
  isCancelled?: boolean;
  /** The calendar shows this text an hour before the event. */
  alarm?: string;
}

export interface CalendarOptions {
  product: string;
  /** Mail programs show the organizer as the sender, so this must be a mailbox of the platform. */
  organizer?: { name: string; email: string };
  /** Every recipient can read the file, so it names one attendee. */
  attendee?: string;
  name?: string;
}

const REFRESH_SECONDS = HOUR_SECONDS;
const ALARM_SECONDS = HOUR_SECONDS;

/** RFC 5545 forbids control characters, and direction marks would reverse the text that a calendar shows. */
const removeControls = (text: string) =>
  text
    .replaceAll(/[\v\f]/g, '\n')
    .replaceAll(/(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');

/** All times are UTC (RFC 5545). The MIME type must name this method (RFC 6047 2.4). */
export function calendarFile(
  method: CalendarMethod,
  events: readonly CalendarEvent[],
  { product, organizer, attendee, name }: CalendarOptions,
): string {
  const calendar = ical({
    // The generator adds a dash before this text, so one slash is missing here.
    prodId: `//${product}//EN`,
    method: method as ICalCalendarMethod,
    ...(name === undefined ? {} : { name, ttl: REFRESH_SECONDS }),
  });
  for (const event of events) {
    const { uid, sequence, startsAt, endsAt, isCancelled = false, location, url, alarm } = event;
    calendar.createEvent({
      sequence,
      summary: removeControls(event.summary),
      description: removeControls(event.description),
      id: uid,
      start: startsAt,
      end: endsAt,
      stamp: new Date(),
      status: (isCancelled ? 'CANCELLED' : 'CONFIRMED') as ICalEventStatus,
      ...(location === null ? {} : { location: removeControls(location) }),
      ...(url === undefined ? {} : { url }),
      ...(alarm === undefined
        ? {}
        : { alarms: [{ type: ICalAlarmType.display, trigger: ALARM_SECONDS, description: alarm }] }),
      ...(organizer ? { organizer } : {}),
      ...(attendee === undefined ? {} : { attendees: [toAttendee(attendee)] }),
    });
  }
  return calendar.toString();
}

/** No reply is requested, because no one would read it. */
const toAttendee = (email: string) => ({ email, status: 'ACCEPTED', rsvp: false }) as ICalAttendeeData;
