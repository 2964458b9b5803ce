import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { textUnlessContact, breakLinks } from '@app/contracts/contact-in-text.ts';
import { MINUTE_MS, DAY_MS } from '@app/contracts/durations.ts';
import { localNumber } from '@app/contracts/local-number.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { downloadMeeting, readCalendarFeed, renewCalendarFeed } from '@app/contracts/project/calendar.ts';
import { type CalendarEvent, calendarFile } from '@app/kit/calendar-file.ts';
import type { Route } from '@app/kit/route.ts';
import { myStudiesMeetingWords } from '@app/words/my-studies-meetings.ts';
import { meetingEventWords as words } from '@app/words/meeting-event.ts';
import { recordEvent } from '../../audit.ts';
import { findOwnCalendarEvent } from '../participant-bookings.ts';
import { findMeetingsAheadFirst } from '../researcher-bookings.ts';
import { spellFirstWord } from '../proof-words.ts';
import { MEETING_STATES, isOneOf } from '../states.ts';
import { meetingPlace, calendarUid } from '../emails.ts';
import type { Deps } from '../../deps.ts';
import { isVerifiedNow } from '../../identity-peer.ts';
import { findResearcherByFeedKey, renewFeedKey } from './feed-key.ts';

const DAYS_BACK = 30;
const DAYS_AHEAD = 90;

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

type Row = Awaited<ReturnType<typeof findMeetingsAheadFirst>>[number];
type MeetingRow = Row & { startsAt: Date; endsAt: Date };

const isOfCalendar = (row: Row): row is MeetingRow =>
  row.startsAt !== null && row.endsAt !== null && row.state !== 'OFFERED';

/** If participants share a slot, the calendar shows one event for all of them. */
const calendarEventId = ({ id, seats, studyId, startsAt }: MeetingRow) =>
  seats > 1 ? `${studyId}-${startsAt.getTime()}` : id;

/** Leaves out texts that users typed, because calendars may turn them into links. */
function feedEvent(id: string, bookings: readonly MeetingRow[]): CalendarEvent {
  const { seats, calendarSequence: sequence, startsAt, endsAt, studyName } = bookings[0]!;
  const taken = bookings.filter(({ state }) => !state.startsWith('CANCELLED'));
  const { link: _, ...details } = bookings[0]!.details;
  const isGroup = seats > 1;
  const summary = [isGroup && words.taken(taken.length, seats), studyName, details.place];
  return {
    uid: calendarUid(id),
    // An event for several people has no counter of changes. So we use the minutes since 1970, which never
    // decrease.
    sequence: isGroup ? Math.floor(Date.now() / MINUTE_MS) : sequence,
    startsAt,
    endsAt,
    summary: breakLinks(summary.filter(Boolean).join(', ')),
    description: (isGroup ? taken : bookings)
      .map(({ code, state, firstWordNumber: first }) => words.feedLine(code, spellFirstWord(state, first)))
      .join('\n'),
    location: breakLinks(meetingPlace({ details })) || null,
    isCancelled: taken.length === 0,
  };
}

/**
 * Only the owner of the meeting sees this file. It leaves out details, which are on the page that it links
 * to.
 */
function ownEvent(
  meeting: NonNullable<Awaited<ReturnType<typeof findOwnCalendarEvent>>>,
  publicUrl: string | undefined,
): CalendarEvent {
  const { id, startsAt, endsAt, publicName, phoneNumber, meetingDetails: details } = meeting;
  const { link, ...typed } = details;
  const url = publicUrl && new URL(paths.meetingFromEmail(id), publicUrl).href;
  const bring = textUnlessContact(details.bring ?? '');
  const lines = [
    textUnlessContact(publicName, 'NAME'),
    phoneNumber && myStudiesMeetingWords.calls(localNumber(phoneNumber)),
    bring && myStudiesMeetingWords.bring(bring),
    url && words.move(url),
  ];
  return {
    uid: calendarUid(id),
    sequence: meeting.calendarSequence,
    startsAt,
    endsAt,
    summary: words.summary,
    description: lines.filter(Boolean).join('\n'),
    location: [link, textUnlessContact(meetingPlace({ details: typed }))].filter(Boolean).join(', ') || null,
    alarm: words.alarm,
    ...(url ? { url } : {}),
  };
}

/** Calendar providers store these files, so they contain no names, numbers or addresses of other people. */
export function calendarRoutes(route: Route, deps: Deps): void {
  const { db, callIdentity, config } = deps;

  route(renewCalendarFeed, async ({ viewer }) => {
    const key = await renewFeedKey(db, viewer.userId);
    await recordEvent(db, 'CALENDAR_FEED_RENEWED', { userId: viewer.userId });
    return { path: `${PROJECT_BASE}/meetings/calendar/${key}.ics` };
  });

  route(readCalendarFeed, async ({ params, reply, fail }) => {
    const researcherId = await findResearcherByFeedKey(db, params.file.slice(0, -'.ics'.length));
    // The company may have been declined since the calendar read the feed the last time.
    if (researcherId === undefined || !(await isVerifiedNow(callIdentity, researcherId))) {
      return fail('CALENDAR_NOT_FOUND');
    }
    const now = Date.now();
    const range = { from: new Date(now - DAYS_BACK * DAY_MS), to: new Date(now + DAYS_AHEAD * DAY_MS) };
    const rows = await findMeetingsAheadFirst(db, researcherId, range);
    const meetings = Map.groupBy(rows.filter(isOfCalendar), calendarEventId);
    const events = [...meetings].map(([id, bookings]) => feedEvent(id, bookings));
    void reply.headers({ 'cache-control': 'private, max-age=300', 'referrer-policy': 'no-referrer' });
    const name = words.feed;
    return { text: whole(calendarFile('PUBLISH', events, { product: PRODUCT_NAME, name })) };
  });

  route(downloadMeeting, async ({ params, viewer, fail }) => {
    const meeting = await findOwnCalendarEvent(db, { bookingId: params.id, participantId: viewer.userId });
    if (!meeting || !isOneOf(MEETING_STATES, meeting.state)) return fail('BOOKING_NOT_FOUND');
    const text = calendarFile('PUBLISH', [ownEvent(meeting, config.PUBLIC_URL)], { product: PRODUCT_NAME });
    return { name: words.file, text: whole(text) };
  });
}
