import type { Application } from '@app/contracts/project/applications.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { BOOKING_STATES } from '@app/contracts/project/meeting-choices.ts';
import { expect, it } from 'vitest';
import { SUBMISSION_STATUSES } from '@app/contracts/project/submission-choices.ts';
import type { OwnSubmission } from '@app/contracts/project/submissions.ts';
import { findLatestBooking, applicationSection, hasTakenPart, sectionRows } from './list-sections.ts';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const hour = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

const booking = (state: OwnBooking['state'], startsIn: number, more: Partial<OwnBooking> = {}) =>
  ({
    id: `b${startsIn}`,
    applicationId: 'a',
    studyId: 's',
    state,
    startsAt: hour(startsIn),
    endsAt: hour(startsIn + 1),
    report: null,
    decision: null,
    ...more,
  }) as OwnBooking;
const application = (id: string, status: Application['status']) =>
  ({ id, status, study: { id: `s-${id}`, hasEnded: false } }) as Application;
const study = { hasEnded: false };
const accepted = { status: 'ACCEPTED', study } as const;

it('has a section for an accepted application with a booking in any state', () => {
  const parts = Object.fromEntries(
    BOOKING_STATES.map((state) => [state, applicationSection(accepted, booking(state, 24), NOW)]),
  );
  expect(parts).toEqual({
    HELD: 'CHOOSE',
    OFFERED: 'CHOOSE',
    BOOKED: 'COMING_UP',
    CONFIRMED: 'COMING_UP',
    ATTENDED: 'PAST',
    NO_SHOW: 'PAST',
    TURNED_AWAY: 'PAST',
    NOBODY_CAME: 'PAST',
    CANCELLED_BY_PARTICIPANT: 'CHOOSE',
    CANCELLED_BY_RESEARCHER: 'CHOOSE',
    LAPSED: 'CHOOSE',
  });
  expect(applicationSection(accepted, undefined, NOW)).toBe('CHOOSE');
  expect(applicationSection({ status: 'PENDING', study }, undefined, NOW)).toBe('WAITING');
  expect(applicationSection({ status: 'WITHDRAWN', study }, undefined, NOW)).toBe('PAST');
});

it('offers no choice of time and no waiting list after the study has ended', () => {
  const ended = { hasEnded: true };
  expect(applicationSection({ status: 'PENDING', study: ended }, undefined, NOW)).toBe('PAST');
  expect(applicationSection({ status: 'ACCEPTED', study: ended }, undefined, NOW)).toBe('PAST');
  expect(
    applicationSection({ status: 'ACCEPTED', study: ended }, booking('CANCELLED_BY_PARTICIPANT', -2), NOW),
  ).toBe('PAST');
  expect(applicationSection({ status: 'ACCEPTED', study: ended }, booking('BOOKED', -0.5), NOW)).toBe(
    'COMING_UP',
  );
});

it('does not show an application as ended if its meeting could not be read, or it has an offer', () => {
  const one = { ...application('a', 'ACCEPTED'), study: { id: 's', hasEnded: true } } as Application;
  const rowOf = (bookings: OwnBooking[] | undefined) =>
    sectionRows([one], bookings, { now: NOW, isFirstPage: true })[0];
  for (const bookings of [undefined, [booking('OFFERED', 3)]]) {
    expect(rowOf(bookings)).toMatchObject({ part: 'CHOOSE', application: { study: { hasEnded: false } } });
  }
  for (const bookings of [[], [booking('LAPSED', 3)]]) {
    expect(rowOf(bookings)).toMatchObject({ part: 'PAST', application: { study: { hasEnded: true } } });
  }
});

it('moves a meeting out of Coming up when it has ended, and waits for the attendance mark', () => {
  expect(applicationSection(accepted, booking('BOOKED', -0.5), NOW)).toBe('COMING_UP');
  expect(applicationSection(accepted, booking('CONFIRMED', -1), NOW)).toBe('WAITING');
  const report = { kind: 'NOBODY_CAME', at: hour(0) } as const;
  expect(applicationSection(accepted, booking('NOBODY_CAME', -2, { report }), NOW)).toBe('WAITING');
  expect(applicationSection(accepted, booking('TURNED_AWAY', -2, { report }), NOW)).toBe('PAST');
  const decision = { for: 'PARTICIPANT', reason: 'The log says so.' } as const;
  expect(applicationSection(accepted, booking('NOBODY_CAME', -2, { report, decision }), NOW)).toBe('PAST');
});

it('prefers the live booking to a later one that has ended', () => {
  const live = booking('BOOKED', 2);
  const bookings = [booking('LAPSED', 90), booking('CANCELLED_BY_PARTICIPANT', 48), live];
  expect(findLatestBooking('a', bookings)).toBe(live);
  expect(findLatestBooking('a', bookings.slice(0, 2))?.state).toBe('CANCELLED_BY_PARTICIPANT');
  expect(findLatestBooking('b', bookings)).toBeUndefined();
});

it('S-406 loses no row, shows the next meeting on top, and meetings of other pages on the first', () => {
  const list = [application('w', 'PENDING'), application('x', 'ACCEPTED'), application('y', 'DECLINED')];
  const bookings = [
    booking('BOOKED', 48, { applicationId: 'x' }),
    booking('CONFIRMED', 24, { applicationId: 'far' }),
    booking('ATTENDED', -48, { applicationId: 'old' }),
  ];
  const keys = (isFirstPage: boolean) =>
    sectionRows(list, bookings, { now: NOW, isFirstPage }).map(({ key, part }) => `${key} ${part}`);
  expect(keys(true)).toEqual(['far COMING_UP', 'x COMING_UP', 'w WAITING', 'y PAST']);
  expect(keys(false)).toEqual(['x COMING_UP', 'w WAITING', 'y PAST']);
  const unknown = sectionRows(list, undefined, { now: NOW, isFirstPage: true });
  expect(unknown.map(({ key }) => key)).toEqual(['x', 'w', 'y']);
});

it('offers another time only to participants who were neither met nor paid', () => {
  const rowOf = (incentive: number, ...bookings: OwnBooking[]) => {
    const one = application('a', 'ACCEPTED');
    const paying = { ...one, study: { ...one.study, incentive } };
    const [row] = sectionRows([paying], bookings, { now: NOW, isFirstPage: true });
    return [row!.part, row!.isPaid, row!.mayMeetAgain];
  };
  const late = booking('CANCELLED_BY_RESEARCHER', 2, { countsAsAttended: true });
  expect(rowOf(50, late)).toEqual(['PAST', true, true]);
  expect(rowOf(0, late)).toEqual(['CHOOSE', false, false]);
  expect(rowOf(50, booking('CANCELLED_BY_RESEARCHER', 48))).toEqual(['CHOOSE', false, false]);
  // A later booking that they cancelled changes nothing.
  expect(rowOf(50, booking('CANCELLED_BY_PARTICIPANT', 48), late)).toEqual(['PAST', true, true]);
  // They can still accept or decline an offer, and an upcoming meeting is listed as usual.
  expect(rowOf(50, booking('OFFERED', 48), late)).toEqual(['CHOOSE', true, undefined]);
  expect(rowOf(50, booking('BOOKED', 48), late)).toEqual(['COMING_UP', true, undefined]);
  // A corrected absence ended the later booking: a second meeting is refused.
  const met = booking('ATTENDED', -48, { countsAsAttended: true });
  expect(rowOf(0, booking('CANCELLED_BY_RESEARCHER', 48), met)).toEqual(['PAST', false, false]);
  expect(rowOf(50, booking('CANCELLED_BY_RESEARCHER', 48), met)).toEqual(['PAST', true, false]);
});

it('lists an online study by its survey, and leads no one to a choice of times', () => {
  const one = (status: Application['status'], history: Application['status'][] = [], hasEnded = false) =>
    ({
      ...application('a', status),
      appliedAt: hour(-1),
      history: history.map((step) => ({ status: step, at: hour(-1) })),
      study: {
        id: 's',
        survey: {},
        choosing: 'AT_ONCE',
        recruitmentStatus: hasEnded ? 'CLOSED' : 'OPEN',
        hasEnded,
        incentive: 6,
      },
    }) as unknown as Application;
  const rowOf = (row: Application, given?: Partial<OwnSubmission>) => {
    const submission = {
      studyId: 's',
      startsLeft: 2,
      expiresAt: hour(-1),
      study: { screenOutPay: 1 },
      ...given,
    };
    const submissions = given ? [submission as OwnSubmission] : [];
    const [found] = sectionRows([row], [], { now: NOW, isFirstPage: true, submissions });
    return [found!.part, found!.hasSurvey, found!.isPaid];
  };
  const placed = one('ACCEPTED', ['ACCEPTED']);
  const parts = SUBMISSION_STATUSES.map((status) => [status, ...rowOf(placed, { status })]);
  expect(parts).toEqual([
    ['STARTED', 'COMING_UP', true, false],
    ['SUBMITTED', 'WAITING', true, false],
    ['SCREENED_OUT', 'PAST', true, true],
    ['RETURNED', 'PAST', true, false],
    ['TIMED_OUT', 'COMING_UP', true, false],
    ['APPROVED', 'PAST', true, true],
    ['REJECTED', 'PAST', true, false],
    ['REJECTION_REQUESTED', 'WAITING', true, false],
  ]);
  const appealed = { status: 'REJECTED', appealedAt: hour(-1), adminDecision: null } as const;
  expect(rowOf(placed, appealed)).toEqual(['WAITING', true, false]);
  expect(rowOf(placed)).toEqual(['COMING_UP', true, false]);
  expect(rowOf(one('ACCEPTED', ['ACCEPTED'], true))).toEqual(['PAST', true, false]);
  expect(rowOf(one('PENDING'))).toEqual(['WAITING', false, false]);
  expect(rowOf(one('DECLINED'))).toEqual(['PAST', false, false]);
  // A code counts for a day, although no start is left or the study has ended.
  const late = { status: 'TIMED_OUT', startsLeft: 0 } as const;
  expect(rowOf(one('PENDING'), late)).toEqual(['COMING_UP', true, false]);
  expect(rowOf(one('PENDING', [], true), late)).toEqual(['COMING_UP', true, false]);
  expect(rowOf(one('PENDING'), { ...late, expiresAt: hour(-25) })).toEqual(['WAITING', true, false]);
  expect(rowOf(one('DECLINED'), late)).toEqual(['PAST', false, false]);
  // If the submissions could not be read, nothing is said about the survey.
  const unread = (['ACCEPTED', 'PENDING', 'DECLINED'] as const).map((status) =>
    sectionRows([one(status, [], true)], [], { now: NOW, isFirstPage: true }).map((row) => [
      row.part,
      row.hasSurvey,
      row.isSurveyUnread,
    ]),
  );
  expect(unread.flat()).toEqual(['COMING_UP', 'WAITING', 'PAST'].map((part) => [part, undefined, true]));
});

it('ends an application by withdrawn consent only before the survey is finished or the meeting starts', () => {
  const finished = SUBMISSION_STATUSES.filter((status) =>
    hasTakenPart({ booking: undefined, submission: { status } as OwnSubmission }, NOW),
  );
  expect(finished.toSorted()).toEqual([
    'APPROVED',
    'REJECTED',
    'REJECTION_REQUESTED',
    'SCREENED_OUT',
    'SUBMITTED',
  ]);
  const met = (hours: number) =>
    BOOKING_STATES.filter((state) => hasTakenPart({ booking: booking(state, hours) }, NOW));
  expect(met(1)).toEqual([]);
  expect(met(-1).toSorted()).toEqual(['ATTENDED', 'BOOKED', 'CONFIRMED']);
});
