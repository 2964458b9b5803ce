import { sql } from 'kysely';
import { afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import * as meetings from '@app/contracts/project/meetings.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import * as slots from '@app/contracts/project/slots.ts';
import { answerMeeting } from '@app/contracts/project/next-meeting.ts';
import { closeStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { validation } from '@app/words/validation.ts';
import { decide, notifyOfChanges } from '#test/applicants.ts';
import {
  PHONE,
  STORED_PHONE,
  accept,
  book,
  assertConsistentBookings,
  freshSlot,
  makeTimePass,
  makeAccepted,
  makeBooked,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { apply, dayAhead, makeDraft, makeProject, makePublished } from '#test/studies.ts';
import { watchPage } from '#test/pages.ts';
import { setSuspended } from '#test/suspensions.ts';
import { emailTo } from '#test/jobs.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let other: SignedInUser;
let people: { researcher: SignedInUser; participant: SignedInUser };
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  [participant, other] = await Promise.all([
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  people = { researcher, participant };
});
afterEach(() => assertConsistentBookings(app));

const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.map(({ kind }) => kind);
const move = (id: string, slotId: string) =>
  app.call(calls.rescheduleBooking, { as: participant, params: { id }, body: { slotId } });
const confirm = (id: string) => app.call(calls.confirmBooking, { as: participant, params: { id } });
const cancel = (id: string, as: SignedInUser, reason?: string) =>
  app.call(calls.cancelBooking, { as, params: { id }, body: { reason } });
const readSlots = async (studyId: string, as: SignedInUser) =>
  (await app.call(slots.listSlots, { as, params: { id: studyId } })).content;
const findSlot = async (studyId: string, slotId: string, as: SignedInUser) =>
  (await readSlots(studyId, as)).slots.find((slot) => slot.slotId === slotId);
const findOwnBooking = async (as: SignedInUser, id: string) =>
  (await app.call(calls.listOwnBookings, { as, query: { size: 100 } })).content.find(
    (booking) => booking.id === id,
  );
const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];

test('AP4 an accepted applicant books a time: both sides are notified, and no one else can book it', async () => {
  const { study } = await makeAccepted(app, people);
  const slotId = await freshSlot(app, study.id);
  expect(await findSlot(study.id, slotId, participant)).toMatchObject({ isFree: true, seatsLeft: 1 });
  const booked = await book(app, participant, study.id, slotId);
  expect(booked).toMatchObject({
    status: 201,
    content: { state: 'BOOKED', startsAt: slotId, movesLeft: 3, phoneNumber: STORED_PHONE, details: {} },
  });
  expect((await book(app, participant, study.id, slotId)).content).toEqual(booked.content);
  expect(await findSlot(study.id, slotId, researcher)).toMatchObject({
    taken: 1,
    isFree: false,
    bookings: [{ id: booked.content.id, state: 'BOOKED', firstName: 'Esi', code: expect.any(String) }],
  });
  expect(JSON.stringify(await readSlots(study.id, researcher))).not.toContain(PHONE);
  expect(await findNotifications(participant)).toContain('MEETING_BOOKED');
  expect(await findNotifications(researcher)).toContain('TIME_BOOKED');
  await notifyOfChanges(app);
  const agenda = await app.call(meetings.listMeetings, {
    as: researcher,
    query: { from: new Date().toISOString(), to: `${dayAhead(60)}T00:00:00Z` },
  });
  expect(agenda.content).toContainEqual(expect.objectContaining({ id: booked.content.id }));

  const email = await emailTo(app, participant, 'Your meeting is booked', `UID:${booked.content.id}`);
  expect(`${email.text}${email.calendar?.text}`).not.toContain(PHONE);
});

test('BR8 only an accepted applicant can book, not a pending one or a stranger', async () => {
  const study = await makePublished(app, researcher, { projectId: (await makeProject(app, researcher)).id });
  const slotId = await freshSlot(app, study.id);
  expect(code(await book(app, participant, study.id, slotId))).toBe('STUDY_NOT_FOUND');
  const { id } = (await apply(app, participant, study)).content;
  expect(code(await book(app, participant, study.id, slotId))).toBe('NOT_ACCEPTED');
  const listed = await app.call(slots.listSlots, { as: participant, params: { id: study.id } });
  expect(code(listed)).toBe('NOT_ACCEPTED');
  await decide(app, researcher, study.id, [id], { status: 'ACCEPTED' });
  expect((await book(app, participant, study.id, slotId)).status).toBe(201);
});

test('BR8 a person on the waiting list who books a time themselves leaves the list', async () => {
  const { study } = await makeAccepted(app, people);
  const asked = { as: participant, params: { id: study.id }, body: { days: [dayAhead(50)] } };
  expect((await app.call(slots.joinWaitingList, asked)).status).toBe(200);
  expect((await book(app, participant, study.id, await freshSlot(app, study.id))).status).toBe(201);
  const { rows } = await sql`select from project.waiting where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
});

test('AV3 neither a participant nor a researcher of two studies has overlapping meetings, until one is cancelled', async () => {
  const [first, second] = [await makeAccepted(app, people), await makeAccepted(app, people)];
  await accept(app, { researcher, participant: other, study: second.study });
  const slotId = await freshSlot(app, first.study.id);
  const half = new Date(Date.parse(slotId) + 15 * 60_000).toISOString();
  await sql`insert into project.study_slots (study_id, starts_at, seats) values (${second.study.id}, ${half}, 2)`.execute(
    app.engine.owner,
  );
  const booked = await book(app, participant, first.study.id, slotId);
  expect(booked.status).toBe(201);
  expect(code(await book(app, other, second.study.id, half))).toBe('SLOT_IS_NOT_FREE');
  expect(await findSlot(second.study.id, half, other)).toMatchObject({ isFree: false, seatsLeft: 2 });
  const free = async () => {
    const seen = await readSlots(second.study.id, researcher);
    const seats = seen.slots.map((slot) => (slot.isFree && 'taken' in slot ? slot.seats - slot.taken : 0));
    return [seen.audience === 'RESEARCHER' && seen.counts.free, seats.reduce((sum, one) => sum + one, 0)];
  };
  const [counted, listed] = await free();
  expect(counted).toBe(listed);

  const rival = await registerResearcher(app, { verified: true });
  const theirs = await makeAccepted(app, { researcher: rival, participant });
  await sql`insert into project.study_slots (study_id, starts_at) values (${theirs.study.id}, ${half})`.execute(
    app.engine.owner,
  );
  expect(code(await book(app, participant, theirs.study.id, half))).toBe('MEETINGS_OVERLAP');

  expect((await cancel(booked.content.id, participant)).status).toBe(200);
  expect((await book(app, other, second.study.id, half)).status).toBe(201);
  expect((await book(app, participant, second.study.id, half)).status).toBe(201);
});

test('AV4 the gap after a meeting blocks only the researcher, and a group shares its time', async () => {
  const { study } = await makeAccepted(app, people, { bufferMinutes: 15, seatsPerSlot: 2 });
  await accept(app, { researcher, participant: other, study });
  const slotId = await freshSlot(app, study.id, 2);
  const next = new Date(Date.parse(slotId) + 30 * 60_000).toISOString();
  await sql`insert into project.study_slots (study_id, starts_at, seats) values (${study.id}, ${next}, 2)`.execute(
    app.engine.owner,
  );
  const mine = await book(app, participant, study.id, slotId);
  expect(code(await book(app, other, study.id, next))).toBe('SLOT_IS_NOT_FREE');
  expect((await book(app, other, study.id, slotId)).status).toBe(201);
  // The gap also blocks a reschedule.
  expect(code(await move(mine.content.id, next))).toBe('SLOT_IS_NOT_FREE');
});

test('AV7 a reschedule keeps the booking, works three times, and frees the old time, also if both overlap', async () => {
  const { study, booking, slotId } = await makeBooked(app, people, { bufferMinutes: 30 });
  const overlapping = new Date(Date.parse(slotId) + 15 * 60_000).toISOString();
  await sql`insert into project.study_slots (study_id, starts_at) values (${study.id}, ${overlapping})`.execute(
    app.engine.owner,
  );
  await confirm(booking.id);
  const moved = await move(booking.id, overlapping);
  expect(moved).toMatchObject({
    status: 200,
    content: { id: booking.id, state: 'BOOKED', startsAt: overlapping, movesLeft: 2, isLate: false },
  });
  expect((await move(booking.id, overlapping)).content).toEqual(moved.content);
  expect(await findSlot(study.id, slotId, participant)).toMatchObject({ isFree: true });
  expect((await move(booking.id, slotId)).status).toBe(200);
  expect((await move(booking.id, await freshSlot(app, study.id))).status).toBe(200);
  expect(code(await move(booking.id, slotId))).toBe('TOO_MANY_MOVES');
  expect(await findNotifications(researcher)).toContain('TIME_MOVED');
});

test('AV4 cancelling before the notice period or within half an hour is free; later it counts as late', async () => {
  const early = await makeBooked(app, people);
  expect((await cancel(early.booking.id, participant)).content).toMatchObject({ isLate: false });
  const atOnce = await makeBooked(app, people);
  await moveStart(app, atOnce.booking.id, '-10 minutes');
  const { startsAt, freeUntil } = (await findOwnBooking(participant, atOnce.booking.id))!;
  expect(freeUntil).toBe(startsAt);
  const soon = await makeBooked(app, people);
  await moveStart(app, soon.booking.id, '-5 hours');
  expect((await findOwnBooking(participant, soon.booking.id))?.freeUntil).not.toBeNull();
  await makeTimePass(app, soon.booking.id, '31 minutes');
  expect((await findOwnBooking(participant, soon.booking.id))?.freeUntil).toBeNull();
  expect((await cancel(soon.booking.id, participant, 'I am ill')).content).toEqual({
    id: soon.booking.id,
    state: 'CANCELLED_BY_PARTICIPANT',
    isLate: true,
  });
  expect((await cancel(soon.booking.id, participant)).status).toBe(200);
  const again = await book(app, participant, soon.study.id, await freshSlot(app, soon.study.id));
  expect(again).toMatchObject({ status: 201, content: { id: soon.booking.id, isLate: false } });
});

test('AP5 a researcher needs a reason to cancel; at short notice the meeting counts as attended', async () => {
  const far = await makeBooked(app, people);
  const without = await cancel(far.booking.id, researcher);
  expect(without).toMatchObject({ status: 400, json: { content: [{ field: 'reason' }] } });
  expect((await cancel(far.booking.id, researcher, 'The lab is closed')).content.state).toBe(
    'CANCELLED_BY_RESEARCHER',
  );
  expect(await findOwnBooking(participant, far.booking.id)).toMatchObject({
    cancelReason: 'The lab is closed',
    countsAsAttended: false,
  });
  expect(await findNotifications(participant)).toContain('MEETING_CANCELLED');
  const { subject } = projectEmailWords.MEETING_CANCELLED;
  const { text } = await emailTo(app, participant, subject, 'The lab is closed');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('You keep your place in the study');
});

test('AV7 after publishing, times can be added and free ones removed, but not booked ones', async () => {
  const { study, slotId } = await makeBooked(app, people);
  const added = `${dayAhead(3)}T11:45:00.000Z`;
  const add = (startsAt: string[]) =>
    app.call(slots.addSlots, { as: researcher, params: { id: study.id }, body: { startsAt } });
  expect((await add([added, slotId])).content).toEqual({ added: 1 });
  expect((await add([added])).content).toEqual({ added: 0 });
  const twice = `${dayAhead(3)}T12:00:00`;
  expect((await add([`${twice}.000Z`, `${twice}Z`, `${twice}Z`])).content).toEqual({ added: 1 });
  expect((await add(['2026-01-01T09:00:00Z'])).status).toBe(400);
  expect(await findSlot(study.id, added, participant)).toMatchObject({ isFree: true });
  const remove = (id: string) =>
    app.call(slots.removeSlot, { as: researcher, params: { id: study.id, slotId: id } });
  expect(code(await remove(slotId))).toBe('SLOT_IS_BOOKED');
  expect((await remove(added)).status).toBe(204);
  expect(code(await remove(added))).toBe('SLOT_NOT_FOUND');
  // The booked slot lies ahead, so even the last free one is removable.
  const { content } = await app.call(slots.listSlots, { as: researcher, params: { id: study.id } });
  const free = content.slots.filter((slot) => slot.slotId !== slotId);
  for (const slot of free) expect((await remove(slot.slotId)).status).toBe(204);
  expect(free).not.toEqual([]);
  expect(code(await remove(slotId))).toBe('SLOT_IS_BOOKED');
});

test('AV7 the last future time is removable only after another is added or the study is closed', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const only = { availableDates: [dayAhead(3)], availableTimes: ['09:00 AM'] };
  const study = await makePublished(app, researcher, { projectId }, only);
  const call = { as: researcher, params: { id: study.id } };
  const remove = async (startsAt: string) => {
    const params = { id: study.id, slotId: startsAt };
    const answer = await app.call(slots.removeSlot, { as: researcher, params });
    return answer.json['code'] ?? answer.status;
  };
  const [first, second] = [`${dayAhead(3)}T09:00:00.000Z`, `${dayAhead(4)}T09:00:00.000Z`];
  const past = `${dayAhead(-1)}T09:00:00.000Z`;
  await sql`insert into project.study_slots (study_id, starts_at) values (${study.id}, ${past})`.execute(
    app.engine.owner,
  );
  expect(await remove(first)).toBe('SLOT_IS_LAST');
  await app.call(pauseStudy, call);
  expect(await remove(first)).toBe('SLOT_IS_LAST');
  expect(await remove(past)).toBe(204);
  expect((await app.call(slots.addSlots, { ...call, body: { startsAt: [second] } })).status).toBe(200);
  expect(await remove(first)).toBe(204);
  expect(await remove(second)).toBe('SLOT_IS_LAST');
  await app.call(closeStudy, call);
  expect(await remove(second)).toBe(204);
  const draft = await makeDraft(app, researcher, { projectId });
  const add = ({ id }: { id: string }) =>
    app.call(slots.addSlots, { as: researcher, params: { id }, body: { startsAt: [second] } });
  expect([code(await add(study)), code(await add(draft))]).toEqual(['STUDY_IS_CLOSED', 'STUDY_IS_DRAFT']);
});

test('AP4 a reply from a phone applies to the meeting as it was shown, not after a reschedule', async () => {
  const { booking, study } = await makeBooked(app, people);
  await move(booking.id, await freshSlot(app, study.id));
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  const params = { userId: participant.userId, id: booking.id };
  const sendAnswer = async (answer: 'CONFIRM' | 'CANCEL', sequence: number) => {
    const { status, json } = await app.call(answerMeeting, { as, params, body: { answer, sequence } });
    return json['code'] ?? status;
  };
  for (const answer of ['CONFIRM', 'CANCEL'] as const)
    expect(await sendAnswer(answer, 0)).toBe('BOOKING_HAS_ENDED');
  expect(await findOwnBooking(participant, booking.id)).toMatchObject({ state: 'BOOKED' });
  expect([await sendAnswer('CONFIRM', 1), await sendAnswer('CANCEL', 1)]).toEqual([200, 200]);
});

test('AP6 only the researcher sees the phone number, around the meeting, and each access is audited', async () => {
  const { booking } = await makeBooked(app, people);
  const readNumber = () => app.call(calls.showNumber, { as: researcher, params: { id: booking.id } });
  expect(code(await readNumber())).toBe('NUMBER_IS_HIDDEN');
  await moveStart(app, booking.id, '-23 hours');
  expect((await readNumber()).content).toEqual({ phoneNumber: STORED_PHONE, isOnWhatsApp: false });
  const { rows } = await sql<{ accesses: number }>`
    select count(*)::int as accesses from project.audit where event = 'NUMBER_SHOWN' and about = ${booking.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ accesses: 1 }]);
  await moveStart(app, booking.id, '26 hours');
  expect(code(await readNumber())).toBe('NUMBER_IS_HIDDEN');
  await moveStart(app, booking.id, '-23 hours');
});

const ends: [string, (id: string) => Promise<{ status: number }>][] = [
  ['cancelled by the participant', (id) => cancel(id, participant)],
  ['cancelled by the researcher', (id) => cancel(id, researcher, 'I am ill')],
  [
    'turned away',
    async (id) => {
      await moveStart(app, id, '20 minutes');
      const body = { outcome: 'TURNED_AWAY' };
      return app.call(attendanceCalls.markAttendance, { as: researcher, params: { id }, body });
    },
  ],
];
test.each(ends)('AP6 the number of a meeting that was %s is no longer shown', async (_, end) => {
  const { booking } = await makeBooked(app, people);
  const readNumber = () => app.call(calls.showNumber, { as: researcher, params: { id: booking.id } });
  await moveStart(app, booking.id, '-2 hours');
  expect((await readNumber()).content).toMatchObject({ phoneNumber: STORED_PHONE });
  expect((await end(booking.id)).status).toBe(200);
  expect(code(await readNumber())).toBe('NUMBER_IS_HIDDEN');
});

test('AP6 rebooking with another number changes the number to call, and open pages update', async () => {
  const { booking, study, slotId } = await makeBooked(app, people);
  const again = (phoneNumber: string, isOnWhatsApp?: boolean) =>
    app.call(calls.bookSlot, {
      as: participant,
      params: { id: study.id },
      body: { slotId, phoneNumber, isOnWhatsApp },
    });
  const page = await watchPage(app, researcher);
  for (const [number, isOnWhatsApp] of [
    ['020 987 6543', undefined],
    ['020 987 6543', true],
  ] as const) {
    const countBefore = page.counts.length;
    const given = { phoneNumber: '+233209876543', isOnWhatsApp: isOnWhatsApp ?? false };
    expect(await again(number, isOnWhatsApp)).toMatchObject({
      status: 201,
      content: { id: booking.id, ...given },
    });
    await expect.poll(() => page.counts.length).toBeGreaterThan(countBefore);
  }
  await moveStart(app, booking.id, '-23 hours');
  const shown = await app.call(calls.showNumber, { as: researcher, params: { id: booking.id } });
  expect(shown.content).toEqual({ phoneNumber: '+233209876543', isOnWhatsApp: true });
});

const changeTo = (id: string, phoneNumber: string, isOnWhatsApp?: boolean, as = participant) =>
  app.call(calls.changeNumber, { as, params: { id }, body: { phoneNumber, isOnWhatsApp } });
const refusedFor = (why: 'phoneNumber' | 'mobileNumber') => ({
  status: 400,
  json: { content: [{ field: 'phoneNumber', message: validation[why] }] },
});

test('AP6 a day after the meeting the number is deleted, and whether it is on WhatsApp', async () => {
  const { booking } = await makeBooked(app, people);
  await changeTo(booking.id, '020 987 6543', true);
  await moveStart(app, booking.id, '26 hours');
  await runMeetingSchedule(app);
  expect(await findOwnBooking(participant, booking.id)).toMatchObject({
    phoneNumber: null,
    isOnWhatsApp: false,
  });
});

test('P8 a phone number is stored in a form for links, however it is typed', async () => {
  const { booking } = await makeBooked(app, people);
  await moveStart(app, booking.id, '-23 hours');
  for (const [typed, stored] of [
    ['020 987 6543', '+233209876543'],
    ['241234567', STORED_PHONE],
    ['+233 (0)20 987 6543', '+233209876543'],
    ['00233241234567', STORED_PHONE],
    ['020.987.6543', '+233209876543'],
    ['\u202a+233\u00a024\u00a0123\u00a04567\u202c', STORED_PHONE],
    ['0302 123 456', '+233302123456'],
  ] as const) {
    expect(await changeTo(booking.id, typed)).toMatchObject({
      status: 200,
      content: { id: booking.id, phoneNumber: stored, movesLeft: 3 },
    });
    const shown = await app.call(calls.showNumber, { as: researcher, params: { id: booking.id } });
    expect(shown.content).toEqual({ phoneNumber: stored, isOnWhatsApp: false });
  }
});

test('P8 a number that no one can call is refused by bookings and changes, a landline also for WhatsApp', async () => {
  const { booking, study } = await makeBooked(app, people);
  const slotId = await freshSlot(app, study.id);
  const accepted = await makeAccepted(app, { researcher, participant: other });
  const free = await freshSlot(app, accepted.study.id);
  for (const typed of ['024 123 456', '((((((((((']) {
    expect(await changeTo(booking.id, typed)).toMatchObject(refusedFor('phoneNumber'));
    const body = { slotId: free, phoneNumber: typed };
    const booked = await app.call(calls.bookSlot, { as: other, params: { id: accepted.study.id }, body });
    expect(booked).toMatchObject(refusedFor('phoneNumber'));
  }
  expect(await changeTo(booking.id, '0302 123 456', true)).toMatchObject(refusedFor('mobileNumber'));
  // Only the server can parse this form.
  expect(await changeTo(booking.id, 'tel:0302123456', true)).toMatchObject(refusedFor('mobileNumber'));
  expect(await findOwnBooking(participant, booking.id)).toMatchObject({ phoneNumber: STORED_PHONE });
  await move(booking.id, slotId);
  expect(await findOwnBooking(participant, booking.id)).toMatchObject({
    startsAt: slotId,
    phoneNumber: STORED_PHONE,
  });
});

test('AV7 a meeting that has begun or is cancelled is not rescheduled, and the other time stays free', async () => {
  const { study, booking } = await makeBooked(app, people);
  const next = await freshSlot(app, study.id);
  expect(code(await book(app, participant, study.id, next))).toBe('ALREADY_BOOKED');
  await moveStart(app, booking.id, '1 minute');
  expect(code(await move(booking.id, next))).toBe('BOOKING_HAS_ENDED');
  await moveStart(app, booking.id, '-2 days');
  await cancel(booking.id, participant);
  for (const answer of [await move(booking.id, next), await confirm(booking.id)])
    expect(code(answer)).toBe('BOOKING_HAS_ENDED');
  expect(await findSlot(study.id, next, participant)).toMatchObject({ isFree: true });
});

test('P8 only its owner changes a phone number, until the meeting has ended or is cancelled', async () => {
  const { booking } = await makeBooked(app, people);
  expect(code(await changeTo(booking.id, '020 987 6543', false, other))).toBe('BOOKING_NOT_FOUND');
  await moveStart(app, booking.id, '10 minutes');
  expect((await changeTo(booking.id, '020 987 6543')).status).toBe(200);
  await moveStart(app, booking.id, '3 hours');
  expect(code(await changeTo(booking.id, PHONE))).toBe('BOOKING_HAS_ENDED');
  const second = await makeBooked(app, people);
  await cancel(second.booking.id, participant);
  expect(code(await changeTo(second.booking.id, PHONE))).toBe('BOOKING_HAS_ENDED');
});

test('no one can book a suspended researcher’s time; existing bookings stay and can be cancelled', async () => {
  onTestFinished(() => setSuspended(app, researcher, false));
  const { study, booking, slotId } = await makeBooked(app, people);
  const accepted = await makeAccepted(app, people);
  const { id: projectId } = await makeProject(app, researcher);
  const atOnce = await makePublished(app, researcher, { projectId }, { choosing: 'AT_ONCE' });
  expect((await apply(app, participant, atOnce)).content.status).toBe('ACCEPTED');
  const wanted: [string, string][] = [];
  for (const { id } of [accepted.study, atOnce]) wanted.push([id, await freshSlot(app, id)]);
  const another = await freshSlot(app, study.id);
  await setSuspended(app, researcher, true);

  for (const [id, at] of wanted)
    expect(code(await book(app, participant, id, at))).toBe('STUDY_IS_SUSPENDED');
  expect(code(await move(booking.id, another))).toBe('STUDY_IS_SUSPENDED');
  expect(
    code(await book(app, await registerParticipant(app, { withProfile: true }), study.id, another)),
  ).toBe('STUDY_NOT_FOUND');
  // The first answer may have been lost.
  expect((await book(app, participant, study.id, slotId)).content).toEqual(booking);
  expect((await move(booking.id, slotId)).content).toEqual(booking);

  await setSuspended(app, researcher, false);
  for (const [id, at] of wanted) expect((await book(app, participant, id, at)).status).toBe(201);
  expect((await move(booking.id, another)).status).toBe(200);
  await setSuspended(app, researcher, true);
  expect((await cancel(booking.id, participant)).status).toBe(200);
});
