import { today } from '@app/contracts/calendar.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { timeAgo } from '../format/dates.ts';
import { meetingTime } from '../format/meeting-time.ts';
import { recordServerTime } from './server-clock.ts';

const NOW = Date.UTC(2026, 11, 30, 10);
const receiveTime = (at: number) =>
  recordServerTime({ headers: new Headers({ date: new Date(at).toUTCString() }) }, Date.now());

afterEach(() => {
  receiveTime(Date.now());
  vi.useRealTimers();
});

it('S-705 shows and checks times by the server’s clock, even if the device’s is three days ahead', () => {
  vi.useFakeTimers({ now: NOW + 3 * 24 * 60 * 60_000 });
  const applied = new Date(NOW - 2 * 60_000).toISOString();
  expect([timeAgo(applied), today()]).toEqual(['3 days ago', '2027-01-02']);
  receiveTime(NOW);
  expect([timeAgo(applied), today()]).toEqual(['2 minutes ago', '2026-12-30']);
  // A date shows its year only if it is not the current one.
  expect(meetingTime('2026-12-31T09:00:00.000Z')).not.toContain('2026');
});
