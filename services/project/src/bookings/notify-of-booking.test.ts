import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { EmailKind } from '@app/contracts/emails.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { readEmail } from '@app/contracts/project/emails.ts';
import { MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import { joinWaitingList } from '@app/contracts/project/slots.ts';
import { projectEmailWords as emails } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import {
  notifyChanges,
  notifyFurtherChanges,
  notifyOfChanges,
  sendDebouncedEmails,
} from '#test/applicants.ts';
import {
  type Meeting,
  accept,
  assertConsistentBookings,
  book,
  freshSlot,
  makeAccepted,
} from '#test/meetings.ts';
import { emailTo, runJobsNow, runWaitingJobs, waitUntilDone, untilSent } from '#test/jobs.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let researcher: SignedInUser;
let participant: SignedInUser;
let study: Meeting['study'];
let slots: string[];
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  ({ study } = await makeAccepted(app, { researcher, participant }));
  slots = [await freshSlot(app, study.id), await freshSlot(app, study.id)];
});
afterEach(() => assertConsistentBookings(app));

const bookTime = (at: number) => book(app, participant, study.id, slots[at] ?? '');
const reschedule = async (id: string, at: number) =>
  app.call(calls.rescheduleBooking, { as: participant, params: { id }, body: { slotId: slots[at] } });
const cancel = (as: SignedInUser, id: string, reason?: string) =>
  app.call(calls.cancelBooking, { as, params: { id }, body: { reason } });
const cancelAsParticipant = (id: string) => cancel(participant, id);
const findOwn = async (id: string) =>
  (await app.call(calls.listOwnBookings, { as: participant })).content.find((one) => one.id === id);
const expectedSubjects = (booked: number, moved: number, cancelled = 0) => {
  const all = (...subjects: string[]) =>
    [booked, moved, cancelled].flatMap((count, at) => Array.from({ length: count }, () => subjects[at]!));
  return {
    participant: all(MEETING_BOOKED.subject, MEETING_MOVED.subject, MEETING_CANCELLED.subject),
    researcher: all(TIME_BOOKED.subject, TIME_MOVED.subject, TIME_CANCELLED.subject),
  };
};
async function readAllEmailed() {
  await notifyOfChanges(app);
  return readEmailed();
}
async function readFirstEmailed() {
  await notifyChanges(app);
  return readEmailed();
}
async function readEmailed(): Promise<{ participant: string[]; researcher: string[] }> {
  await untilSent(app);
  const { APPLICANT_FIRST: _, ...ofMeetings } = emails;
  const known = new Set<string>(Object.values(ofMeetings).map(({ subject }) => subject));
  const to = async ({ email }: SignedInUser) =>
    (await app.mailbox.read(email))
      .map(({ subject }) => subject)
      .filter((one) => known.has(one))
      .toReversed();
  return { participant: await to(participant), researcher: await to(researcher) };
}
const { MEETING_BOOKED, MEETING_MOVED, MEETING_CANCELLED, TIME_CANCELLED, TIME_BOOKED, TIME_MOVED } = emails;

test('A5 of thirty bookings and cancellations four succeed, and none is emailed if it ends as it began', async () => {
  const codes: unknown[] = [];
  for (let round = 0; round < 30; round += 1) {
    const booked = await bookTime(0);
    codes.push(booked.json['code'] ?? booked.status);
    if (booked.status === 201) expect((await cancelAsParticipant(booked.content.id)).status).toBe(200);
  }
  const taken = codes.filter((code) => code === 201).length;
  expect(taken).toBe(MOST_MOVES + 1);
  expect(new Set(codes.slice(taken))).toEqual(new Set(['TOO_MANY_MOVES']));
  const { rows } = await sql<{ notified: number }>`
    select count(*)::int as notified from project.notifications
    where user_id = ${researcher.userId} and kind in ('TIME_BOOKED', 'TIME_CANCELLED')`.execute(
    app.engine.owner,
  );
  const all = await readAllEmailed();
  expect(rows).toEqual([{ notified: 2 * taken }]);
  expect(all).toEqual({ participant: [], researcher: [] });
  const asked = { as: participant, params: { id: study.id }, body: { days: [] } };
  expect((await app.call(joinWaitingList, asked)).json).toMatchObject({ code: 'TOO_MANY_MOVES' });
});

test('A5 slow changes send the researcher two emails for each time that lasted, eight at most', async () => {
  for (let round = 0; round <= MOST_MOVES; round += 1) {
    const { content } = await bookTime(0);
    expect((await findOwn(content.id))?.movesLeft).toBe(MOST_MOVES - round);
    await readAllEmailed();
    await cancelAsParticipant(content.id);
    expect((await findOwn(content.id))?.movesLeft).toBe(MOST_MOVES - round);
    await readAllEmailed();
  }
  expect((await bookTime(0)).json).toMatchObject({ code: 'TOO_MANY_MOVES' });
  const four = Array.from({ length: MOST_MOVES + 1 });
  expect(await readAllEmailed()).toEqual({
    participant: four.flatMap(() => [MEETING_BOOKED.subject, MEETING_CANCELLED.subject]),
    researcher: four.flatMap(() => [TIME_BOOKED.subject, TIME_CANCELLED.subject]),
  });
});

test('A5 NT4 emails compare the final state with the last notified one, and none is sent if they are equal', async () => {
  const { content } = await bookTime(0);
  await reschedule(content.id, 1);
  const first = await readAllEmailed();
  expect(first).toEqual({ participant: [MEETING_BOOKED.subject], researcher: [TIME_BOOKED.subject] });
  const [email] = await app.mailbox.read(participant.email);
  expect(email?.calendar?.text).toContain('SEQUENCE:1\r\n');

  await reschedule(content.id, 0);
  await reschedule(content.id, 1);
  expect(await readAllEmailed()).toEqual(first);

  await cancelAsParticipant(content.id);
  expect((await bookTime(1)).json).toMatchObject({ code: 'TOO_MANY_MOVES' });
  expect(await readAllEmailed()).toEqual({
    participant: [MEETING_BOOKED.subject, MEETING_CANCELLED.subject],
    researcher: [TIME_BOOKED.subject, TIME_CANCELLED.subject],
  });
});

/** The result is null if the email is not sent. */
const read = async (kind: EmailKind, about: string, userId = participant.userId) => {
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  return (await app.call(readEmail, { as, params: { userId, kind, about } })).content.email;
};

test('A5 NT4 a waiting email names the time that it notifies of, until a later email is queued', async () => {
  const { content } = await bookTime(0);
  await notifyChanges(app);
  const [first = '', second = ''] = slots;
  const about = `${content.id}:0.${Date.parse(first)}`;
  await reschedule(content.id, 1);
  const booked = { params: { when: first }, event: { sequence: 0, startsAt: first } };
  expect(await read('MEETING_BOOKED', about)).toMatchObject(booked);
  await reschedule(content.id, 0);
  expect(await read('MEETING_BOOKED', about)).toMatchObject(booked);
  await cancelAsParticipant(content.id);
  expect(await read('MEETING_BOOKED', about)).toMatchObject(booked);
  await bookTime(1);
  await notifyFurtherChanges(app);
  expect(await read('MEETING_BOOKED', about)).toBeNull();
  const moved = `${content.id}:4.${Date.parse(second)}:${first}`;
  expect(await read('MEETING_MOVED', moved)).toMatchObject({ params: { when: second, was: first } });
});

test('A5 a cancellation after an unnotified reschedule names the time that both sides know', async () => {
  const { content } = await bookTime(0);
  await readFirstEmailed();
  await reschedule(content.id, 1);
  await cancelAsParticipant(content.id);
  const [first = ''] = slots;
  expect(await readAllEmailed()).toEqual(expectedSubjects(1, 0, 1));
  const about = `${content.id}:2.:${first}`;
  expect(await read('MEETING_CANCELLED', about)).toMatchObject({ params: { when: first } });
  expect(await read('TIME_CANCELLED', about, researcher.userId)).toMatchObject({
    params: { when: first },
  });
});

test('A5 NT4 two changes within seconds are one email, and an undone change is none', async () => {
  slots.push(await freshSlot(app, study.id));
  const { content } = await bookTime(0);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 0));
  await notifyFurtherChanges(app);
  await reschedule(content.id, 1);
  await reschedule(content.id, 2);
  // Each change restarts the delay.
  await runWaitingJobs(app, 'meeting-changes', { oldest: 1 });
  expect(await readEmailed()).toEqual(expectedSubjects(1, 0));
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 1));
  await notifyFurtherChanges(app);
  await cancelAsParticipant(content.id);
  expect((await bookTime(2)).status).toBe(201);
  expect(await readAllEmailed()).toEqual(expectedSubjects(1, 1));
});

test('A5 NT4 further changes within a quarter of an hour are one email at its end, with the final time', async () => {
  slots.push(await freshSlot(app, study.id));
  const { content } = await bookTime(0);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 0));
  await reschedule(content.id, 1);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 0));
  // The quarter of an hour ends before this job's delay.
  await reschedule(content.id, 2);
  await notifyFurtherChanges(app);
  expect(await readEmailed()).toEqual(expectedSubjects(1, 1));
  const start = slots[2]!.replaceAll(/[-:]|\.000/g, '');
  const { calendar } = await emailTo(app, participant, MEETING_MOVED.subject, `DTSTART:${start}`);
  expect(calendar?.text).toContain('SEQUENCE:2\r\n');
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 1));

  // The email at the end of a quarter of an hour starts another one.
  await cancelAsParticipant(content.id);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 1));
  await notifyFurtherChanges(app);
  expect(await readEmailed()).toEqual(expectedSubjects(1, 1, 1));
});

test('A5 NT4 no email is sent if the last notified time is restored within a quarter of an hour', async () => {
  const { content } = await bookTime(0);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 0));
  await reschedule(content.id, 1);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 0));
  await cancelAsParticipant(content.id);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 0));
  expect((await bookTime(0)).status).toBe(201);
  expect(await readAllEmailed()).toEqual(expectedSubjects(1, 0));
  expect((await findOwn(content.id))?.startsAt).toBe(slots[0]);
});

test('A5 NT4 within an hour of the start, before or after a change, each change is emailed at once', async () => {
  const { owner } = app.engine;
  await sql`update project.studies set lead_hours = 0 where study_id = ${study.id}`.execute(owner);
  const QUARTER_HOUR_MS = 15 * 60_000;
  const soon = new Date((Math.floor(Date.now() / QUARTER_HOUR_MS) + 3) * QUARTER_HOUR_MS).toISOString();
  await sql`insert into project.study_slots (study_id, starts_at) values (${study.id}, ${soon})`.execute(
    owner,
  );
  slots.push(soon);
  const { content } = await bookTime(0);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 0));
  const atOnce = async () => {
    await waitUntilDone(app, 'meeting-changes');
    return readEmailed();
  };
  await reschedule(content.id, 2);
  expect(await atOnce()).toEqual(expectedSubjects(1, 1));
  await reschedule(content.id, 1);
  expect(await atOnce()).toEqual(expectedSubjects(1, 2));
  await reschedule(content.id, 0);
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 2));
  expect(await readAllEmailed()).toEqual(expectedSubjects(1, 3));
});

test('A5 NT4 jobs that run again because their completion was lost send no second email', async () => {
  const { content } = await bookTime(0);
  await readFirstEmailed();
  const again = async () => {
    await runJobsNow(app, 'meeting-changes', true);
    await runWaitingJobs(app, 'further-meeting-changes', { again: true });
    return readEmailed();
  };
  expect(await again()).toEqual(expectedSubjects(1, 0));
  await reschedule(content.id, 1);
  expect(await readAllEmailed()).toEqual(expectedSubjects(1, 1));
  await runJobsNow(app, 'meeting-changes', true);
  expect(await readEmailed()).toEqual(expectedSubjects(1, 1));
  expect(await again()).toEqual(expectedSubjects(1, 1));
  await cancelAsParticipant(content.id);
  expect(await readAllEmailed()).toEqual(expectedSubjects(1, 1, 1));
  expect(await again()).toEqual(expectedSubjects(1, 1, 1));
});

test('A5 NT4 if two people book one time within seconds, the researcher is emailed at once about the first', async () => {
  const time = await freshSlot(app, study.id, 2);
  const other = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: other, study });
  for (const person of [participant, other])
    expect((await book(app, person, study.id, time)).content.state).toBe('BOOKED');
  expect(await readFirstEmailed()).toEqual(expectedSubjects(1, 0));
  await sendDebouncedEmails(app);
  expect((await readEmailed()).researcher).toEqual([TIME_BOOKED.subject, TIME_BOOKED.subject]);
});

test('A5 rebooking the same time keeps the booking and sends no email; another time sends a reschedule email', async () => {
  const { content } = await bookTime(0);
  const first = await readAllEmailed();
  await cancelAsParticipant(content.id);
  const again = await bookTime(0);
  expect(again).toMatchObject({ status: 201, content: { id: content.id, state: 'BOOKED', movesLeft: 2 } });
  expect(await readAllEmailed()).toEqual(first);
  await cancelAsParticipant(content.id);
  expect((await bookTime(1)).content).toMatchObject({ id: content.id, startsAt: slots[1], movesLeft: 1 });
  expect(await readAllEmailed()).toEqual({
    participant: [MEETING_BOOKED.subject, MEETING_MOVED.subject],
    researcher: [TIME_BOOKED.subject, TIME_MOVED.subject],
  });
});

test('A5 AP5 a cancellation by the researcher uses up no change, and is emailed at once', async () => {
  for (let round = 0; round <= MOST_MOVES + 1; round += 1) {
    const { content } = await book(app, participant, study.id, await freshSlot(app, study.id));
    expect(content.movesLeft).toBe(MOST_MOVES);
    expect((await cancel(researcher, content.id, 'The lab is closed')).status).toBe(200);
  }
  const all = Array.from({ length: MOST_MOVES + 2 }, () => MEETING_CANCELLED.subject);
  expect(await readAllEmailed()).toEqual({ participant: all, researcher: [] });
});

test('A5 a cancellation from before they were counted does not count once another booking has followed', async () => {
  const { content } = await bookTime(0);
  await cancelAsParticipant(content.id);
  const { content: again } = await bookTime(0);
  expect((await cancel(researcher, again.id, 'The lab is closed')).status).toBe(200);
  await sql`
    insert into project.bookings (booking_id, application_id, study_id, participant_id, researcher_id, state, moves, starts_at, ends_at, created_at)
    select gen_random_uuid(), application_id, study_id, participant_id, researcher_id, 'CANCELLED_BY_PARTICIPANT', ${MOST_MOVES}::int,
      starts_at, ends_at, created_at - interval '1 day'
    from project.bookings where booking_id = ${again.id}`.execute(app.engine.owner);
  expect(await bookTime(1)).toMatchObject({ status: 201, content: { movesLeft: MOST_MOVES - 1 } });
});

test('A5 NT4 bookings of a shared time are one email to the researcher with their number; participants get their own', async () => {
  const time = await freshSlot(app, study.id, 5);
  const bookSharedTime = async (person: SignedInUser) => {
    const { content } = await book(app, person, study.id, time);
    expect(content.state).toBe('BOOKED');
    return content.id;
  };
  const others = await Promise.all(
    Array.from({ length: 4 }, () => registerParticipant(app, { withProfile: true })),
  );
  const joinMeeting = async (person: SignedInUser) => {
    await accept(app, { researcher, participant: person, study });
    return bookSharedTime(person);
  };
  await bookSharedTime(participant);
  expect((await readAllEmailed()).researcher).toEqual([TIME_BOOKED.subject]);

  const [second] = [
    await joinMeeting(others[0]!),
    await joinMeeting(others[1]!),
    await joinMeeting(others[2]!),
  ];
  expect((await readAllEmailed()).researcher).toEqual([TIME_BOOKED.subject]);
  // The email must not depend on the participant who triggered it.
  expect((await cancel(others[0]!, second)).status).toBe(200);
  await sendDebouncedEmails(app);
  // Two jobs send the last two in either order.
  expect((await readAllEmailed()).researcher.toSorted()).toEqual(
    [TIME_BOOKED.subject, TIME_BOOKED.subject, TIME_CANCELLED.subject].toSorted(),
  );
  const sharedEmail = (await app.mailbox.read(researcher.email)).find(
    ({ subject }) => subject === TIME_BOOKED.subject,
  );
  expect(sharedEmail?.text).toContain('3 of 5');
  for (const person of others.slice(0, 3))
    expect((await app.mailbox.read(person.email)).map(({ subject }) => subject)).toContain(
      MEETING_BOOKED.subject,
    );

  await joinMeeting(others[3]!);
  await readAllEmailed();
  await sendDebouncedEmails(app);
  const countTaken = async () =>
    (await readAllEmailed()).researcher.filter((one) => one === TIME_BOOKED.subject).length;
  expect(await countTaken()).toBe(3);
  // A job that lost its completion runs again.
  await runJobsNow(app, 'meeting-changes', true);
  await sendDebouncedEmails(app);
  expect(await countTaken()).toBe(3);
});

test('A5 NT4 for a time that begins soon the researcher is notified of each booking at once', async () => {
  const { owner } = app.engine;
  await sql`update project.studies set lead_hours = 0 where study_id = ${study.id}`.execute(owner);
  const QUARTER_HOUR_MS = 15 * 60_000;
  const soon = new Date((Math.floor(Date.now() / QUARTER_HOUR_MS) + 3) * QUARTER_HOUR_MS).toISOString();
  await sql`
    insert into project.study_slots (study_id, starts_at, seats) values (${study.id}, ${soon}, 2)`.execute(
    owner,
  );
  const other = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: other, study });
  for (const person of [participant, other])
    expect((await book(app, person, study.id, soon)).content.state).toBe('BOOKED');
  expect((await readAllEmailed()).researcher).toEqual([TIME_BOOKED.subject, TIME_BOOKED.subject]);
});
