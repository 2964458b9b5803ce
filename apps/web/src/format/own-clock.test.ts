import { expect, it } from 'vitest';
import { ownClock } from './own-clock.ts';

it('names the viewer’s own clock where it differs from Ghana’s', () => {
  expect(ownClock('2026-07-23T10:00:00.000Z', 'Africa/Accra')).toBeUndefined();
  expect(ownClock('2026-07-23T10:00:00.000Z', 'Europe/Berlin')).toBe('Thu 12:00 PM');
});
