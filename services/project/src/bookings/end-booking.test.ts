import ICAL from 'ical.js';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { deleteProject } from '@app/contracts/project/projects.ts';
import { addSlots, joinWaitingList, listSlots, removeSlot } from '@app/contracts/project/slots.ts';
import { closeStudy, deleteStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { startJobSql } from '../../../../kit/test/start-job.ts';
import { projectEmailWords as emails } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide, notifyOfChanges, notifyOfDecisions } from '#test/applicants.ts';
import {
  STORED_PHONE,
  accept,
  assertConsistentBookings,
  book,
  freshSlot,
  makeAccepted,
  makeBooked,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { dayAhead } from '#test/studies.ts';
import { emailTo } from '#test/jobs.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let people: { researcher: SignedInUser; participant: SignedInUser };
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  people = { researcher, participant };
});
afterEach(() => assertConsistentBookings(app));

const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.map(({ kind }) => kind);
const findOwnBooking = async (as: SignedInUser, studyId: string) =>
  (await app.call(calls.listOwnBookings, { as, query: { size: 100 } })).content.find(
    (booking) => booking.studyId === studyId,
  );
const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];
const waiter = async (study: Awaited<ReturnType<typeof makeBooked>>['study'], days: string[] = []) => {
  // Other free slots would be offered.
  await sql`delete from project.study_slots where study_id = ${study.id} and taken = 0`.execute(
    app.engine.owner,
  );
  const person = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: person, study });
  await waitFor(person, study, days);
  return person;
};
const waitFor = async (as: SignedInUser, { id }: { id: string }, days: string[]) => {
  expect((await app.call(joinWaitingList, { as, params: { id }, body: { days } })).status).toBe(200);
};
const isOffered = async (person: SignedInUser, studyId: string) => {
  await expect.poll(async () => (await findOwnBooking(person, studyId))?.state).toBe('OFFERED');
};

test('AP5 withdrawing releases the time: it is offered on, the researcher is notified, both calendars drop it', async () => {
  const { study, applicationId, booking } = await makeBooked(app, people);
  const next = await waiter(study);
  const ics = await emailTo(app, participant, emails.MEETING_BOOKED.subject);
  await app.call(withdrawApplication, { as: participant, params: { id: applicationId } });
  expect(await findOwnBooking(participant, study.id)).toMatchObject({ state: 'CANCELLED_BY_PARTICIPANT' });
  expect(await findNotifications(researcher)).toContain('TIME_CANCELLED');
  await notifyOfChanges(app);
  await emailTo(app, researcher, emails.TIME_CANCELLED.subject);
  const cancelled = await emailTo(app, participant, emails.MEETING_CANCELLED.subject);
  const parseCalendarEvent = (email: typeof cancelled) => {
    const file = new ICAL.Component(ICAL.parse(email.calendar?.text ?? '') as unknown[]);
    const event = file.getFirstSubcomponent('vevent');
    return {
      method: file.getFirstPropertyValue('method'),
      uid: String(event?.getFirstPropertyValue('uid')),
      sequence: Number(event?.getFirstPropertyValue('sequence')),
    };
  };
  const [before, after] = [parseCalendarEvent(ics), parseCalendarEvent(cancelled)];
  expect(after).toEqual({ method: 'CANCEL', uid: before.uid, sequence: before.sequence + 1 });
  expect(before.uid).toContain(booking.id);
  await isOffered(next, study.id);
});

test('BR8 withdrawing during an offer ends it without notification, and the next in line gets it', async () => {
  const { study, booking } = await makeBooked(app, people);
  const [first, second] = [await waiter(study), await waiter(study)];
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await isOffered(first, study.id);
  const before = await findNotifications(researcher);
  const own = await findOwnBooking(first, study.id);
  await app.call(withdrawApplication, { as: first, params: { id: own?.applicationId ?? '' } });
  expect(await findOwnBooking(first, study.id)).toMatchObject({ state: 'LAPSED' });
  await isOffered(second, study.id);
  const fresh = (await findNotifications(researcher)).length - before.length;
  expect(fresh).toBe(1);
});

test('AP5 undoing an acceptance ends the meeting, if the call confirms that, and the waiting', async () => {
  const { study, applicationId } = await makeBooked(app, people);
  const waiting = await waiter(study);
  const { rows } = await sql<{ id: string }>`select application_id as id from project.waiting
    where participant_id = ${waiting.userId}`.execute(app.engine.owner);
  const ids = [applicationId, rows[0]?.id ?? ''];
  const asked = await decide(app, researcher, study.id, ids, { status: 'PENDING' });
  expect(asked.content).toMatchObject({
    decided: [ids[1]],
    undecided: [{ applicationId, because: 'HAS_MEETING', startsAt: expect.any(String) }],
  });
  expect(await findOwnBooking(participant, study.id)).toMatchObject({ state: 'BOOKED' });
  const cancel = { status: 'PENDING', cancelsMeeting: true } as const;
  expect((await decide(app, researcher, study.id, [applicationId], cancel)).content.undecided).toEqual([]);
  expect(await findNotifications(participant)).toEqual(
    expect.arrayContaining(['MEETING_CANCELLED', 'UNDER_REVIEW_AGAIN']),
  );
  await decide(app, researcher, study.id, ids, { status: 'DECLINED', reason: 'NOT_A_MATCH' });
  await notifyOfDecisions(app);
  expect(await findOwnBooking(participant, study.id)).toMatchObject({
    state: 'CANCELLED_BY_RESEARCHER',
    countsAsAttended: false,
  });
  expect(await findNotifications(participant)).toContain('MEETING_CANCELLED');
  const left = await sql`select 1 from project.waiting where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(left.rows).toEqual([]);
});

test('AP5 a meeting that has begun stays, whatever happens to the application', async () => {
  const { study, applicationId, booking } = await makeBooked(app, people);
  await moveStart(app, booking.id, '5 minutes');
  await app.call(withdrawApplication, { as: participant, params: { id: applicationId } });
  expect(await findOwnBooking(participant, study.id)).toMatchObject({ state: 'BOOKED' });
  const marked = await app.call(attendanceCalls.markAttendance, {
    as: researcher,
    params: { id: booking.id },
    body: { outcome: 'ATTENDED' },
  });
  expect(marked.content.state).toBe('ATTENDED');
});

test.each([
  ['pausing', pauseStudy],
  ['closing', closeStudy],
  ['deleting', deleteStudy],
])('AP5 %s a study keeps its meetings, and its accepted applicants can still book', async (_, step) => {
  const { study, booking } = await makeBooked(app, people);
  const other = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: other, study });
  expect((await app.call(step, { as: researcher, params: { id: study.id } })).status).toBeLessThan(300);
  expect(await findOwnBooking(participant, study.id)).toMatchObject({ state: 'BOOKED' });
  expect(await findNotifications(participant)).not.toContain('MEETING_CANCELLED');
  const params = { id: booking.id };
  const body = { slotId: await freshSlot(app, study.id) };
  expect((await app.call(calls.rescheduleBooking, { as: participant, params, body })).status).toBe(200);
  expect((await book(app, other, study.id, await freshSlot(app, study.id))).status).toBe(201);
});

test('AP5 a project with a future meeting cannot be deleted until that is cancelled', async () => {
  const { study, booking } = await makeBooked(app, people);
  const project = { as: researcher, params: { id: study.projectId } };
  await app.call(closeStudy, { as: researcher, params: { id: study.id } });
  expect(code(await app.call(deleteProject, project))).toBe('PROJECT_HAS_MEETINGS');
  expect(await findOwnBooking(participant, study.id)).toMatchObject({ state: 'BOOKED' });
  const body = { reason: 'We stop here' };
  await app.call(calls.cancelBooking, { as: researcher, params: { id: booking.id }, body });
  expect((await app.call(deleteProject, project)).status).toBe(204);
  expect(await findOwnBooking(participant, study.id)).toMatchObject({ cancelReason: 'We stop here' });
});

test('BR8 changing the days keeps the place in line, and only times that suit now are offered', async () => {
  const { study, booking, slotId } = await makeBooked(app, people);
  const day = slotId.slice(0, 10);
  const first = await waiter(study, [day]);
  const second = await waiter(study);
  await waitFor(first, study, [dayAhead(300)]);
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await isOffered(second, study.id);
  expect(await findOwnBooking(first, study.id)).toBeUndefined();
  // Their place precedes later entries.
  const third = await waiter(study);
  await waitFor(first, study, []);
  await sql`delete from project.study_slots where study_id = ${study.id} and taken = 0`.execute(
    app.engine.owner,
  );
  // A running job may have read the earlier list.
  await runMeetingSchedule(app);
  await freshSlot(app, study.id);
  await runMeetingSchedule(app);
  await isOffered(first, study.id);
  expect(await findOwnBooking(third, study.id)).toBeUndefined();
});

test('AP4 each refusal of a time has its own code, lists free times, and leaves the booking unchanged', async () => {
  const { study, booking, slotId } = await makeBooked(app, people);
  const elsewhere = await makeAccepted(app, people);
  const [other, third] = [
    await registerParticipant(app, { withProfile: true }),
    await registerParticipant(app, { withProfile: true }),
  ];
  for (const person of [other, third]) await accept(app, { researcher, participant: person, study });
  const free = await freshSlot(app, study.id);
  const full = await freshSlot(app, study.id);
  await book(app, other, study.id, full);
  const at = async (ms: number) => {
    const startsAt = new Date(Math.floor((Date.now() + ms) / 900_000) * 900_000).toISOString();
    await sql`insert into project.study_slots (study_id, starts_at) values (${study.id}, ${startsAt})`.execute(
      app.engine.owner,
    );
    return startsAt;
  };
  const before = await findOwnBooking(participant, study.id);
  const refused: [string, string][] = [
    [`${dayAhead(4)}T09:15:00.000Z`, 'SLOT_NOT_FOUND'],
    [await freshSlot(app, elsewhere.study.id), 'SLOT_NOT_FOUND'],
    [full, 'SLOT_IS_FULL'],
    [await at(-3_600_000), 'SLOT_IS_PAST'],
    [await at(3 * 3_600_000), 'SLOT_IS_TOO_SOON'],
  ];
  for (const [wanted, why] of refused) {
    const body = { slotId: wanted };
    const answer = await app.call(calls.rescheduleBooking, {
      as: participant,
      params: { id: booking.id },
      body,
    });
    const booked = await book(app, third, study.id, wanted);
    expect([wanted, code(answer), code(booked)]).toEqual([wanted, why, why]);
    expect(await findOwnBooking(participant, study.id)).toEqual(before);
    const { slots } = (await app.call(listSlots, { as: participant, params: { id: study.id } })).content;
    expect(slots.find((slot) => slot.slotId === free)).toMatchObject({ isFree: true });
    expect(slots.find((slot) => slot.slotId === wanted)?.isFree ?? false).toBe(false);
    expect(slots.find((slot) => slot.slotId === slotId)).toMatchObject({ seats: 1 });
  }
  const asked = { as: third, params: { id: study.id }, body: { slotId: free } };
  expect(await app.call(calls.bookSlot, asked)).toMatchObject({
    status: 400,
    json: { content: [{ field: 'phoneNumber' }] },
  });
  expect(await findOwnBooking(third, study.id)).toBeUndefined();
});

test('AV7 a researcher’s cancellation removes the seat, for that participant permanently; others of a group keep theirs', async () => {
  const { study, booking, slotId } = await makeBooked(app, people, { seatsPerSlot: 3 });
  const [second, third] = [await waiter(study), await registerParticipant(app, { withProfile: true })];
  await accept(app, { researcher, participant: third, study });
  expect((await book(app, second, study.id, slotId)).status).toBe(201);
  const readShown = async (as: SignedInUser) =>
    (await app.call(listSlots, { as, params: { id: study.id } })).content.slots.find(
      (slot) => slot.slotId === slotId,
    );
  const cancel = (id: string, body: object) =>
    app.call(calls.cancelBooking, { as: researcher, params: { id }, body });
  const withReason = { reason: 'I am ill' };
  for (let time = 0; time < 2; time += 1) expect((await cancel(booking.id, withReason)).status).toBe(200);
  // A repeat removes no second seat.
  expect(await readShown(researcher)).toMatchObject({ seats: 2, taken: 1 });
  expect(await readShown(participant)).toMatchObject({ isFree: false });
  expect(await readShown(third)).toMatchObject({ isFree: true });
  expect(code(await book(app, participant, study.id, slotId))).toBe('SLOT_IS_NOT_FREE');
  await app.call(joinWaitingList, { as: participant, params: { id: study.id }, body: { days: [] } });
  await runMeetingSchedule(app);
  expect(await findOwnBooking(participant, study.id)).toMatchObject({ state: 'CANCELLED_BY_RESEARCHER' });
  // Only others may book the slot again.
  const other = await findOwnBooking(second, study.id);
  await cancel(other?.id ?? '', { ...withReason, isOfferedAgain: true });
  expect(await readShown(researcher)).toMatchObject({ seats: 2, taken: 0 });
  expect(code(await book(app, second, study.id, slotId))).toBe('SLOT_IS_NOT_FREE');
  expect((await book(app, third, study.id, slotId)).status).toBe(201);
});

test('AV7 cancelling the only time of a study does not end the study; the time can be added again', async () => {
  const { study, booking, slotId } = await makeBooked(app, people);
  await sql`delete from project.study_slots where study_id = ${study.id} and taken = 0`.execute(
    app.engine.owner,
  );
  await app.call(calls.cancelBooking, {
    as: researcher,
    params: { id: booking.id },
    body: { reason: 'I am ill' },
  });
  const slots = async () =>
    (await app.call(listSlots, { as: researcher, params: { id: study.id } })).content.slots;
  expect(await slots()).toEqual([]);
  expect(code(await app.call(removeSlot, { as: researcher, params: { id: study.id, slotId } }))).toBe(
    'SLOT_NOT_FOUND',
  );
  await sql`update project.studies set ends_at = '-infinity' where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  await sql.raw(startJobSql('project', 'endings')).execute(app.engine.owner);
  const readSeen = async () =>
    (
      await sql<{
        is: boolean;
      }>`select ends_at = ${slotId} as is from project.studies where study_id = ${study.id}`.execute(
        app.engine.owner,
      )
    ).rows[0]?.is;
  await expect.poll(readSeen).toBe(true);
  const { content } = await app.call(addSlots, {
    as: researcher,
    params: { id: study.id },
    body: { startsAt: [slotId] },
  });
  expect(content).toEqual({ added: 1 });
  expect(await slots()).toMatchObject([{ slotId, seats: 1, taken: 0 }]);
});

test('AV7 a group is cancelled in one call with one reason: it returns each state and removes the time', async () => {
  const { study, booking, slotId } = await makeBooked(app, people, { seatsPerSlot: 4 });
  const others = await Promise.all([1, 2].map(() => registerParticipant(app, { withProfile: true })));
  for (const person of others) {
    await accept(app, { researcher, participant: person, study });
    await book(app, person, study.id, slotId);
  }
  const cancelAll = (as: SignedInUser, reason: string) =>
    app.call(calls.cancelSlot, { as, params: { id: study.id, slotId }, body: { reason } });
  const rival = await registerResearcher(app, { verified: true });
  expect(code(await cancelAll(rival, 'No'))).toBe('SLOT_NOT_FOUND');
  expect((await cancelAll(researcher, ' ')).status).toBe(400);
  const [first, again] = [await cancelAll(researcher, 'I am ill'), await cancelAll(researcher, 'I am ill')];
  expect(first.content.bookings).toHaveLength(3);
  expect(first.content.bookings.every(({ state }) => state === 'CANCELLED_BY_RESEARCHER')).toBe(true);
  expect(again.content).toEqual(first.content);
  for (const person of [participant, ...others]) {
    expect(await findOwnBooking(person, study.id)).toMatchObject({ cancelReason: 'I am ill' });
    expect((await findNotifications(person)).filter((kind) => kind === 'MEETING_CANCELLED')).toHaveLength(1);
  }
  await emailTo(app, participant, emails.MEETING_CANCELLED.subject);
  expect(first.content.bookings.map(({ id }) => id)).toContain(booking.id);
  const { slots } = (await app.call(listSlots, { as: researcher, params: { id: study.id } })).content;
  expect(slots.map((slot) => slot.slotId)).not.toContain(slotId);
});

test('AV7 a time that all participants cancelled is free: it is removed, not cancelled', async () => {
  const { study, booking, slotId } = await makeBooked(app, people, { seatsPerSlot: 2 });
  const call = { as: researcher, params: { id: study.id, slotId } };
  const own = { as: participant, params: { id: booking.id }, body: { reason: 'I am ill' } };
  expect((await app.call(calls.cancelBooking, own)).status).toBe(200);
  const { content } = await app.call(calls.cancelSlot, { ...call, body: { reason: 'I am ill' } });
  expect(content.bookings.map(({ state }) => state)).toEqual(['CANCELLED_BY_PARTICIPANT']);
  const { slots } = (await app.call(listSlots, { as: researcher, params: { id: study.id } })).content;
  expect(slots.find((slot) => slot.slotId === slotId)).toMatchObject({ seats: 2, taken: 0 });
});

test('AV7 in a group that has begun, marked participants stay marked while the others are cancelled', async () => {
  const { study, booking, slotId } = await makeBooked(app, people, { seatsPerSlot: 3 });
  const other = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: other, study });
  await book(app, other, study.id, slotId);
  await moveStart(app, booking.id, '1 hour');
  await app.call(attendanceCalls.markAttendance, {
    as: researcher,
    params: { id: booking.id },
    body: { outcome: 'ATTENDED' },
  });
  // No address names times off the quarter hours.
  const at = new Date(Math.floor(Date.now() / 900_000) * 900_000 - 3_600_000).toISOString();
  await moveStart(app, booking.id, `${(Date.now() - Date.parse(at)) / 1000} seconds`);
  await sql`update project.study_slots set starts_at = ${at} where study_id = ${study.id} and taken = 2`.execute(
    app.engine.owner,
  );
  await sql`update project.bookings set starts_at = ${at} where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  const { content } = await app.call(calls.cancelSlot, {
    as: researcher,
    params: { id: study.id, slotId: at },
    body: { reason: 'The room is shut' },
  });
  expect(content.bookings.map(({ state }) => state).toSorted()).toEqual([
    'ATTENDED',
    'CANCELLED_BY_RESEARCHER',
  ]);
  expect(await findOwnBooking(participant, study.id)).toMatchObject({ cancelReason: null });
});

test('BR8 no other participant or researcher can act on a person’s booking', async () => {
  const { booking, study } = await makeBooked(app, people);
  const other = await registerParticipant(app, { withProfile: true });
  const rival = await registerResearcher(app, { verified: true });
  const params = { id: booking.id };
  const slotId = await freshSlot(app, study.id);
  const answers = [
    await app.call(calls.rescheduleBooking, { as: other, params, body: { slotId } }),
    await app.call(calls.confirmBooking, { as: other, params }),
    await app.call(calls.cancelBooking, { as: other, params, body: {} }),
    await app.call(disputeCalls.reportMeeting, {
      as: other,
      params,
      body: { kind: 'NOBODY_CAME', text: 'x' },
    }),
    await app.call(calls.cancelBooking, { as: rival, params, body: { reason: 'x' } }),
    await app.call(attendanceCalls.markAttendance, { as: rival, params, body: { outcome: 'ATTENDED' } }),
    await app.call(calls.showNumber, { as: rival, params }),
  ];
  expect(answers.map((answer) => [answer.status, code(answer)])).toEqual(
    answers.map(() => [404, 'BOOKING_NOT_FOUND']),
  );
  expect(await findOwnBooking(participant, study.id)).toMatchObject({
    state: 'BOOKED',
    phoneNumber: STORED_PHONE,
  });
});
