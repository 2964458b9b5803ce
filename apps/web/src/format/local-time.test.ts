import { expect, it } from 'vitest';
import { localClock } from './local-time.ts';

it('adds the viewer’s local time where it differs from Ghana’s', () => {
  expect(localClock('2026-07-23T10:00:00.000Z', 0)).toBeUndefined();
  expect(localClock('2026-07-23T10:00:00.000Z', -120)).toBe('Thu 12:00 PM');
  expect(localClock('2026-07-23T02:00:00.000Z', 240)).toBe('Wed 10:00 PM');
});
