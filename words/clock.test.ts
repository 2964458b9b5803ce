import { expect, it } from 'vitest';
import { clock } from './en/clock.ts';
import { notices } from './en/notifications.ts';
import { validation } from './en/validation.ts';

it.each([
  ['00:05', '12:05 AM'],
  ['09:30', '09:30 AM'],
  ['12:00', '12:00 PM'],
  ['23:59', '11:59 PM'],
])('S-314 writes %s GMT with the 12-hour clock everywhere', (utc, time) => {
  const startsAt = `2026-11-24T${utc}:00.000Z`;
  expect(clock(startsAt)).toBe(time);
  expect(notices.MEETING_BOOKED({ study: 'How traders save', startsAt })).toContain(
    `: 24 November, 2026, ${time} GMT.`,
  );
  expect(validation.blockedUntil(startsAt)).toBe(`You can apply again from 24 November, 2026, ${time} GMT`);
});
