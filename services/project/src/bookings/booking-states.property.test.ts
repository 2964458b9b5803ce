import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { downloadMeeting } from '@app/contracts/project/calendar.ts';
import { joinWaitingList, leaveWaitingList } from '@app/contracts/project/slots.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { BOOKING_SEQUENCES, sequencesOn } from '@app/test/support/sizes.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';
import { PHONE, accept, findBookingFlaws, freshSlot, makeTimePass, moveStart } from '#test/meetings.ts';
import { makeProject, makePublished } from '#test/studies.ts';
import { remindOfDisputes } from './disputes/disputes.ts';
import { notifyOfFinalMarks } from './attendance/notify-of-final-marks.ts';
import { markUnmarked } from './attendance/mark-attendance.ts';
import { expireOffers } from './expire-bookings.ts';
import { sendReminders } from './send-reminders.ts';
import { forgetNumbers } from './phone-number.ts';
import { offerSeatsOfAllStudies } from './waiting-list/offer-seats.ts';

import { decideAsAdmin } from '#test/disputes.ts';

const app = useApp({}, undefined, { withWorkers: false });
let researcher: SignedInUser;
let people: SignedInUser[];
let study: Study;
const applications: string[] = [];
const applicationIdAt = (who: number) => applications[who] ?? '';
let runScheduledJobs: () => Promise<void>;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  people = await Promise.all([0, 1].map(() => registerParticipant(app, { withProfile: true })));
  const project = await makeProject(app, researcher);
  study = await makePublished(app, researcher, { projectId: project.id }, { bufferMinutes: 15 });
  for (const participant of people) applications.push(await accept(app, { researcher, participant, study }));
  const quiet = {
    jobs: { send: async () => {} },
    openPages: { notify: () => {}, notifyChanged: () => {} },
  } as unknown as Deps;
  const db = app.engine.connect<ProjectTables>('project_app');
  const steps = [
    expireOffers,
    notifyOfFinalMarks,
    markUnmarked,
    forgetNumbers,
    sendReminders,
    remindOfDisputes,
    offerSeatsOfAllStudies,
  ];
  runScheduledJobs = async () => {
    for (const step of steps) await step({ ...quiet, db });
  };
});

const MOVES = [
  'book',
  'book',
  'book',
  'move',
  'confirm',
  'cancel',
  'cancelByResearcher',
  'wait',
  'leave',
] as const;
const MARKS = ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY', 'UNMARKED'] as const;
const OTHERS = [
  'NOBODY_CAME',
  'NOBODY_CAME',
  'NOT_A_NO_SHOW',
  'forParticipant',
  'forResearcher',
  'withdraw',
] as const;
const TIMES = ['BEGIN', 'BEGIN', 'PASS', 'OVER', 'CLOCK'] as const;
const act = fc.record({
  who: fc.nat(1),
  slot: fc.nat(2),
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...MOVES) },
    { weight: 4, arbitrary: fc.constantFrom(...MARKS) },
    { weight: 2, arbitrary: fc.constantFrom(...OTHERS) },
    { weight: 4, arbitrary: fc.constantFrom(...TIMES) },
  ),
});

const CLEARED = [
  'project.waiting',
  'project.reminders',
  'project.notifications',
  'project.participant_quarter_hours',
  'project.researcher_quarter_hours',
  'project.booking_steps',
  'project.bookings',
  'project.study_slots',
];

interface Row {
  id: string;
  state: string;
  startsAt: Date;
  sequence: number;
  moves: number;
}
const readBookings = async (participantId: string) =>
  (
    await sql<Row>`select booking_id as id, state, starts_at as "startsAt", sequence, moves from project.bookings
      where participant_id = ${participantId} order by created_at desc, booking_id desc`.execute(
      app.engine.owner,
    )
  ).rows;

/** docs/states.md lists these transitions. */
const AFTER: Record<string, string[]> = {
  OFFERED: ['BOOKED', 'LAPSED'],
  CANCELLED_BY_PARTICIPANT: ['BOOKED'],
  NOBODY_CAME: ['ATTENDED', 'NO_SHOW', 'TURNED_AWAY'],
  BOOKED: [
    'CONFIRMED',
    'ATTENDED',
    'NO_SHOW',
    'TURNED_AWAY',
    'NOBODY_CAME',
    'CANCELLED_BY_PARTICIPANT',
    'CANCELLED_BY_RESEARCHER',
  ],
  CONFIRMED: [
    'BOOKED',
    'ATTENDED',
    'NO_SHOW',
    'TURNED_AWAY',
    'NOBODY_CAME',
    'CANCELLED_BY_PARTICIPANT',
    'CANCELLED_BY_RESEARCHER',
  ],
  ATTENDED: ['BOOKED', 'CONFIRMED', 'NOBODY_CAME'],
  NO_SHOW: ['BOOKED', 'CONFIRMED', 'ATTENDED'],
  TURNED_AWAY: ['BOOKED', 'CONFIRMED', 'NOBODY_CAME'],
};

test('AP4 any order of actions leaves legal states, one active booking and rising sequences', async () => {
  const sequence = fc.asyncProperty(
    fc.array(act, { minLength: 12, maxLength: 40, size: 'max' }),
    async (acts) => {
      const slots = [
        await freshSlot(app, study.id),
        await freshSlot(app, study.id, 2),
        await freshSlot(app, study.id),
      ];
      for (const { who, slot, what } of acts) {
        const person = people[who] as SignedInUser;
        const slotId = slots[slot] ?? '';
        const before = await readBookings(person.userId);
        const id = before[0]?.id ?? crypto.randomUUID();
        const on = { as: person, params: { id } };
        const ofStudy = { as: person, params: { id: study.id } };
        const byResearcher = { as: researcher, params: { id } };
        const report = (kind: string) =>
          app.call(disputeCalls.reportMeeting, { ...on, body: { kind, text: 'Nobody' } });
        const ask = {
          book: () => app.call(calls.bookSlot, { ...ofStudy, body: { slotId, phoneNumber: PHONE } }),
          move: () => app.call(calls.rescheduleBooking, { ...on, body: { slotId } }),
          confirm: () => app.call(calls.confirmBooking, on),
          cancel: () => app.call(calls.cancelBooking, { ...on, body: {} }),
          cancelByResearcher: () =>
            app.call(calls.cancelBooking, { ...byResearcher, body: { reason: 'Ill' } }),
          wait: () => app.call(joinWaitingList, { ...ofStudy, body: { days: [] } }),
          leave: () => app.call(leaveWaitingList, ofStudy),
          NOBODY_CAME: () => report('NOBODY_CAME'),
          NOT_A_NO_SHOW: () => report('NOT_A_NO_SHOW'),
          forParticipant: () => decideAsAdmin(app, id, 'PARTICIPANT'),
          forResearcher: () => decideAsAdmin(app, id, 'RESEARCHER'),
          withdraw: () => app.call(withdrawApplication, { as: person, params: { id: applicationIdAt(who) } }),
        };
        const pass = {
          BEGIN: () => moveStart(app, id, '1 hour'),
          OVER: () => moveStart(app, id, '80 hours'),
          PASS: () => makeTimePass(app, id, '1 day'),
          CLOCK: runScheduledJobs,
        };
        if (what in pass) await pass[what as keyof typeof pass]();
        else {
          const answer =
            what in ask
              ? await ask[what as keyof typeof ask]()
              : await app.call(attendanceCalls.markAttendance, { ...byResearcher, body: { outcome: what } });
          expect(answer.status).toBeLessThan(500);
        }
        const after = await readBookings(person.userId);
        for (const row of after) {
          const old = before.find((one) => one.id === row.id);
          expect(row.moves).toBeLessThanOrEqual(3);
          if (!old) continue;
          expect([old.state, ...(AFTER[old.state] ?? [])]).toContain(row.state);
          const isCancelled = row.state.startsWith('CANCELLED') && row.state !== old.state;
          // Offers are in no calendar, and elapsed time sends no email.
          const isMoved = row.startsAt.getTime() !== old.startsAt.getTime() && old.state !== 'OFFERED';
          // The calendar entry was cancelled, so it needs a higher sequence.
          const isRebooked = old.state === 'CANCELLED_BY_PARTICIPANT' && row.state === 'BOOKED';
          const isChange =
            isCancelled || isRebooked || (isMoved && !what.startsWith('BEGIN') && what !== 'OVER');
          expect(row.sequence - old.sequence).toBe(isChange ? 1 : 0);
          if (row.state !== 'BOOKED' && row.state !== 'CONFIRMED') continue;
          const file = await app.call(downloadMeeting, { as: person, params: { id: row.id } });
          expect(file.text).toContain(`SEQUENCE:${row.sequence}\r\n`);
        }
        expect(await findBookingFlaws(app)).toEqual([]);
      }
      await sql`update project.applications set status = 'ACCEPTED'`.execute(app.engine.owner);
      await sql`update project.studies set accepted_count = ${people.length}`.execute(app.engine.owner);
      for (const table of CLEARED) await sql`delete from ${sql.table(table)}`.execute(app.engine.owner);
    },
  );
  await fc.assert(sequence, { numRuns: sequencesOn(inject('engine'), BOOKING_SEQUENCES) });
});
