import * as z from 'zod/mini';
import { endpoint, Id } from '../endpoint.ts';

/** The old address stops working. */
export const renewCalendarFeed = endpoint({
  method: 'POST',
  path: '/meetings/calendar-feed',
  summary: 'Create a new private address of the researcher’s calendar feed',
  access: 'VERIFIED_RESEARCHER',
  reply: z.object({ path: z.string() }),
  errors: [],
});

/**
 * If the key is wrong, the answer gives no details. Calendar programs may add query parameters of their own.
 */
export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/meetings/calendar/:file',
  summary: 'The researcher’s calendar feed, for calendar programs',
  access: 'ANYONE',
  params: z.object({ file: z.string().check(z.regex(/^[\w-]{43}\.ics$/)) }),
  query: z.object({}),
  file: 'text/calendar',
  limits: ['CALENDARS_READ_PER_ADDRESS_PER_HOUR'],
  errors: ['CALENDAR_NOT_FOUND'],
});

export const downloadMeeting = endpoint({
  method: 'GET',
  path: '/studies/bookings/:id/calendar',
  summary: 'One own booking as a calendar file',
  access: 'PARTICIPANT',
  params: z.object({ id: Id }),
  file: 'text/calendar',
  errors: ['BOOKING_NOT_FOUND'],
});
