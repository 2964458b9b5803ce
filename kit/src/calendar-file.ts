import ical, {
  ICalAlarmType,
  type ICalAttendeeData,
  type ICalCalendarMethod,
  type ICalEventStatus,
} from 'ical-generator';

/** REQUEST and CANCEL are emailed to one person; PUBLISH is a download or a feed. */
export type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH';

export interface CalendarEvent {
  /** Constant for a meeting; calendars replace it with a higher sequence. */
  uid: string;
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  description: string;
  location: string | null;
  url?: string;
  isCancelled?: boolean;
  /** Text of a reminder an hour before. */
  alarm?: string;
}

export interface CalendarOptions {
  product: string;
  /** A platform mailbox, because mail programs would show a person as the sender. */
  organizer?: { name: string; email: string };
  /** One only, because every recipient can read the file. */
  attendee?: string;
  /** Shown by programs that subscribe. */
  name?: string;
}

const REFRESH_SECONDS = 60 * 60;
const ALARM_SECONDS = 60 * 60;

/** RFC 5545 forbids control characters, and direction marks would reverse a whole calendar row. */
const plain = (text: string) =>
  text
    .replaceAll(/[\v\f]/g, '\n')
    .replaceAll(/(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');

/** RFC 5545, in UTC. The MIME type must name this method too (RFC 6047 2.4). */
export function calendarFile(
  method: CalendarMethod,
  events: readonly CalendarEvent[],
  { product, organizer, attendee, name }: CalendarOptions,
): string {
  const calendar = ical({
    // The generator adds a leading dash.
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

/** No reply is requested, because no one reads it. */
const invited = (email: string) => ({ email, status: 'ACCEPTED', rsvp: false }) as ICalAttendeeData;
