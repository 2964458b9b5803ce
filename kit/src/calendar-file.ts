import ical, {
  ICalAlarmType,
  type ICalAttendeeData,
  type ICalCalendarMethod,
  type ICalEventStatus,
} from 'ical-generator';

/** REQUEST and CANCEL go to one person in a letter; PUBLISH is a file to keep, or a feed. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

export interface CalendarEvent {
  /** Of one thing for as long as it lives; a higher sequence replaces what a calendar has of it. */
  uid: string;
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  description: string;
  location: string | null;
  url?: string;
  isCancelled?: boolean;
  /** Rings an hour before, with these words. */
  alarm?: string;
}

export interface CalendarOptions {
  product: string;
  /** A mailbox of the platform, never of a person, whom mail programs would show as the sender. */
  organizer?: { name: string; email: string };
  /** Exactly one, since everybody who gets the file reads it. */
  attendee?: string;
  /** What a client that subscribes calls it. */
  name?: string;
}

const REFRESH_SECONDS = 60 * 60;
const ALARM_SECONDS = 60 * 60;

/** RFC 5545 forbids control bytes, and a mark that turns text would turn a whole row of a calendar. */
const plain = (text: string) =>
  text
    .replaceAll(/[\v\f]/g, '\n')
    .replaceAll(/(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');

/** A calendar file (RFC 5545), in UTC throughout: its MIME type must name the same method (RFC 6047 2.4). */
export function calendarFile(
  method: CalendarMethod,
  events: readonly CalendarEvent[],
  { product, organizer, attendee, name }: CalendarOptions,
): string {
  const calendar = ical({
    // The generator puts the dash before it.
    prodId: `//${product}//EN`,
    method: method as ICalCalendarMethod,
    ...(name === undefined ? {} : { name, ttl: REFRESH_SECONDS }),
  });
  for (const event of events) {
    const { uid, sequence, startsAt, endsAt, isCancelled = false, location, url, alarm } = event;
    calendar.createEvent({
      sequence,
      summary: plain(event.summary),
      description: plain(event.description),
      id: uid,
      start: startsAt,
      end: endsAt,
      stamp: new Date(),
      status: (isCancelled ? 'CANCELLED' : 'CONFIRMED') as ICalEventStatus,
      ...(location === null ? {} : { location: plain(location) }),
      ...(url === undefined ? {} : { url }),
      ...(alarm === undefined
        ? {}
        : { alarms: [{ type: ICalAlarmType.display, trigger: ALARM_SECONDS, description: alarm }] }),
      ...(organizer ? { organizer } : {}),
      ...(attendee === undefined ? {} : { attendees: [invited(attendee)] }),
    });
  }
  return calendar.toString();
}

/** Nobody reads an answer to a letter, so none is asked for. */
const invited = (email: string) => ({ email, status: 'ACCEPTED', rsvp: false }) as ICalAttendeeData;
