import { expect, test } from 'vitest';
import { HOUR_SECONDS } from '@app/contracts/durations.ts';
import { nextForPromotion, secondsUntilOpen } from './sending-hours.ts';

const at = (text: string) => new Date(`${text}Z`);

test.each([
  ['2026-11-28T06:59:59', 1],
  ['2026-11-28T07:00:00', 0],
  ['2026-11-28T20:59:59', 0],
  ['2026-11-28T21:00:00', 10 * HOUR_SECONDS],
  ['2026-11-28T00:00:00', 7 * HOUR_SECONDS],
  ['1969-12-31T12:00:00', 0],
])('a notification at %s waits %i seconds', (now, seconds) => {
  expect(secondsUntilOpen(at(now), { from: 7, until: 21 })).toBe(seconds);
});

test('hours that last all day never close', () => {
  expect(secondsUntilOpen(at('2026-11-28T23:59:59'), { from: 0, until: 24 })).toBe(0);
});

test.each([
  // Friday, Saturday and Sunday.
  ['2026-11-27T12:00:00', undefined],
  ['2026-11-27T19:00:00', '2026-11-28T08:00:00'],
  ['2026-11-28T18:59:59', undefined],
  ['2026-11-28T19:00:00', '2026-11-30T08:00:00'],
  ['2026-11-29T00:00:00', '2026-11-30T08:00:00'],
  ['2026-11-29T12:00:00', '2026-11-30T08:00:00'],
  ['2026-11-30T07:00:00', '2026-11-30T08:00:00'],
])('promotion at %s is sent at %s', (now, then) => {
  expect(nextForPromotion(at(now))).toEqual(then && at(then));
});
