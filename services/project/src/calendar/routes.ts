import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { codeOf } from '@app/contracts/participant-code.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { downloadMeeting, readCalendarFeed, renewCalendarFeed } from '@app/contracts/project/meetings.ts';
import { calendarFile } from '@app/kit/calendar-file.ts';
import type { Route } from '@app/kit/route.ts';
import { meetingEventWords } from '@app/words/meeting-event.ts';
import { noteEvent } from '../audit/note-event.ts';
import { findOwnEvent } from '../bookings/reading/own-bookings.ts';
import { findMeetingsAheadFirst } from '../bookings/reading/researcher-bookings.ts';
import { MEETING, isOneOf } from '../bookings/states.ts';
import { placeOf, uidOf } from '../bookings/write-letters.ts';
import type { Deps } from '../deps.ts';
import { isVerifiedNow } from '../facts/ask-identity.ts';
import { findResearcherBy, renewKey } from './feed-key.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAYS_BACK = 30;
const DAYS_AHEAD = 90;

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

/** Meetings for calendars that subscribe or keep a file: no name, number or address of anybody, since others store them. */
export function calendarRoutes(route: Route, deps: Deps): void {
  const { db, callIdentity } = deps;

  route(renewCalendarFeed, async ({ viewer }) => {
    const key = await renewKey(db, viewer.userId);
    await noteEvent(db, 'CALENDAR_FEED_RENEWED', { userId: viewer.userId });
    return { path: `${PROJECT_BASE}/meetings/calendar/${key}.ics` };
  });

  route(readCalendarFeed, async ({ params, reply, fail }) => {
    const researcherId = await findResearcherBy(db, params.file.slice(0, -'.ics'.length));
    // Asked on each read: a company may have been declined since.
    if (researcherId === undefined || !(await isVerifiedNow(callIdentity, researcherId))) {
      return fail('CALENDAR_NOT_FOUND');
    }
    const now = Date.now();
    const stretch = { from: new Date(now - DAYS_BACK * DAY_MS), to: new Date(now + DAYS_AHEAD * DAY_MS) };
    const rows = await findMeetingsAheadFirst(db, researcherId, stretch);
    const events = rows.flatMap(({ id, applicationId, state, startsAt, endsAt, studyName }) =>
      startsAt && endsAt && state !== 'OFFERED'
        ? [
            {
              uid: uidOf(id),
              sequence: 0,
              startsAt,
              endsAt,
              summary: meetingEventWords.summary,
              description: `${studyName}\n${meetingEventWords.feedLine(codeOf(applicationId))}`,
              location: null,
              isCancelled: state.startsWith('CANCELLED'),
            },
          ]
        : [],
    );
    void reply.headers({ 'cache-control': 'private, max-age=300', 'referrer-policy': 'no-referrer' });
    const name = meetingEventWords.feed;
    return { text: whole(calendarFile('PUBLISH', events, { product: PRODUCT_NAME, name })) };
  });

  route(downloadMeeting, async ({ params, viewer, fail }) => {
    const meeting = await findOwnEvent(db, { bookingId: params.id, participantId: viewer.userId });
    if (!meeting || !isOneOf(MEETING, meeting.state)) return fail('BOOKING_NOT_FOUND');
    const { id, sequence, startsAt, endsAt } = meeting;
    const event = {
      uid: uidOf(id),
      sequence,
      startsAt,
      endsAt,
      summary: meetingEventWords.summary,
      description: '',
      location: placeOf({ details: meeting.meetingDetails }) || null,
    };
    const text = calendarFile('PUBLISH', [event], { product: PRODUCT_NAME });
    return { name: `${meetingEventWords.summary}.ics`, text: whole(text) };
  });
}
