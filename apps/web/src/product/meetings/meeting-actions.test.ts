import { MINUTE_MS, HOUR_MS, DAY_MS } from '@app/contracts/durations.ts';
import type { ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { expect, test } from 'vitest';
import { countPassedMoments, phoneNumberShownFrom, possibleActions } from './meeting-actions.ts';

const START = Date.parse('2026-12-08T09:30:00.000Z');

const booking = (given: Partial<ResearcherBooking> = {}) =>
  ({
    state: 'BOOKED',
    startsAt: new Date(START).toISOString(),
    endsAt: new Date(START + 30 * MINUTE_MS).toISOString(),
    meetingWay: 'PHONE',
    undoUntil: null,
    correctableUntil: null,
    report: null,
    answer: null,
    decision: null,
    calls: [0, 5, 15].map((minutes) => new Date(START + minutes * MINUTE_MS).toISOString()),
    ...given,
  }) as ResearcherBooking;

test('AP2 attendance can be marked from the start, absence from fifteen minutes later', () => {
  const before = possibleActions(booking(), START - 1);
  expect(before).toMatchObject({ mayMark: false, mayMiss: false, mayCancel: true });
  const started = possibleActions(booking({ state: 'CONFIRMED' }), START);
  expect(started).toMatchObject({ mayMark: true, mayMiss: false, mayCancel: false });
  expect(possibleActions(booking(), START + 15 * MINUTE_MS - 1).mayMiss).toBe(false);
  expect(possibleActions(booking(), START + 15 * MINUTE_MS).mayMiss).toBe(true);
  const { calls } = booking();
  for (const few of [[], calls.slice(1), [calls[0]!, calls[1]!, calls[1]!]]) {
    expect(possibleActions(booking({ calls: few }), START + HOUR_MS).mayMiss).toBe(false);
    expect(possibleActions(booking({ calls: few, meetingWay: 'VIDEO' }), START + HOUR_MS).mayMiss).toBe(true);
    // The service asks for the calls in a dispute too.
    expect(possibleActions(booking({ calls: few, state: 'NOBODY_CAME' }), START + HOUR_MS).mayMiss).toBe(
      false,
    );
  }
});

test('an attendance mark can be undone until its deadline, an absence corrected for three days', () => {
  const undoUntil = new Date(START + HOUR_MS).toISOString();
  const correctableUntil = new Date(START + 80 * HOUR_MS).toISOString();
  const missed = booking({ state: 'NO_SHOW', undoUntil, correctableUntil });
  expect(possibleActions(missed, START + HOUR_MS - 1)).toMatchObject({ mayUndo: true, mayMend: false });
  expect(possibleActions(missed, START + HOUR_MS)).toMatchObject({ mayUndo: false, mayMend: true });
  expect(possibleActions(missed, START + 80 * HOUR_MS - 1).mayMend).toBe(true);
  // A researcher may agree with a participant who reports that they were there.
  const report = { kind: 'NOT_A_NO_SHOW', at: undoUntil, text: '' } as const;
  expect(possibleActions({ ...missed, report }, START + HOUR_MS).mayMend).toBe(true);
  expect(possibleActions(missed, START + 80 * HOUR_MS).mayMend).toBe(false);
  expect(possibleActions(booking({ state: 'ATTENDED' }), START + HOUR_MS).mayMend).toBe(false);
});

test('AP6 the phone number is shown from a day before to a day after, for phone meetings only', () => {
  const may = (at: number, given: Partial<ResearcherBooking> = {}) =>
    possibleActions(booking(given), at).mayShowNumber;
  expect(may(START - DAY_MS - 1)).toBe(false);
  expect(may(START - DAY_MS)).toBe(true);
  expect(may(START + 24.5 * HOUR_MS)).toBe(true);
  expect(may(START + 24.5 * HOUR_MS + 1)).toBe(false);
  expect(may(START, { meetingWay: 'VIDEO' })).toBe(false);
  expect(may(START, { state: 'CANCELLED_BY_PARTICIPANT' })).toBe(false);
  expect(phoneNumberShownFrom(booking(), START - 25 * HOUR_MS)).toBe('2026-12-07T09:30:00.000Z');
  expect(phoneNumberShownFrom(booking(), START - DAY_MS)).toBeUndefined();
});

test('a researcher can answer a report that they did not come, until it is decided', () => {
  const disputed = booking({ state: 'NOBODY_CAME' });
  expect(possibleActions(disputed, START + HOUR_MS).mayMark).toBe(true);
  const decided = booking({ state: 'NOBODY_CAME', decision: { for: 'PARTICIPANT', reason: '' } });
  expect(possibleActions(decided, START + HOUR_MS).mayMark).toBe(false);
});

test('a booking does not change between the moments that are counted', () => {
  const undoUntil = new Date(START + HOUR_MS).toISOString();
  const correctableUntil = new Date(START + 80 * HOUR_MS).toISOString();
  const times = [-24, 0, 0.25, 1, 24.5, 80].flatMap((hours) =>
    [-1, 0, 1].map((more) => START + hours * HOUR_MS + more),
  );
  for (const given of [{}, { state: 'NO_SHOW', undoUntil, correctableUntil }] as const) {
    const own = booking(given);
    const changes = (seen: (now: number) => unknown) =>
      times.filter(
        (at, index) => index > 0 && JSON.stringify(seen(at)) !== JSON.stringify(seen(times[index - 1]!)),
      );
    const seen = changes((now) => [possibleActions(own, now), phoneNumberShownFrom(own, now)]);
    expect(seen.length).toBeGreaterThan(2);
    expect(changes((now) => countPassedMoments(own, now))).toEqual(expect.arrayContaining(seen));
  }
});
