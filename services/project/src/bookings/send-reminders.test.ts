import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { joinWaitingList, leaveWaitingList } from '@app/contracts/project/slots.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { emailTo } from '#test/jobs.ts';
import { decide, notifyOfDecisions } from '#test/applicants.ts';
import {
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
import { setSuspended } from '#test/suspensions.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
});
beforeEach(async () => {
  participant = await registerParticipant(app, { withProfile: true });
});
afterEach(() => assertConsistentBookings(app));

const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.map(({ kind }) => kind);
const countNotifications = async (as: SignedInUser, wanted: string) =>
  (await findNotifications(as)).filter((kind) => kind === wanted).length;
const readEmailSubjects = async (as: SignedInUser) =>
  (await app.mailbox.read(as.email)).map(({ subject }) => subject);
test('NT2 reminders are sent a day and two hours before, once each, and again for another time', async () => {
  const { booking, study } = await makeBooked(app, { researcher, participant });
  const readReminderCounts = async () => [
    await countNotifications(participant, 'MEETING_TOMORROW'),
    await countNotifications(participant, 'MEETING_SOON'),
  ];
  await makeTimePass(app, booking.id, '3 days');
  await moveStart(app, booking.id, '-25 hours');
  await runMeetingSchedule(app);
  expect(await readReminderCounts()).toEqual([0, 0]);
  await moveStart(app, booking.id, '-23 hours');
  await runMeetingSchedule(app);
  await runMeetingSchedule(app);
  expect(await readReminderCounts()).toEqual([1, 0]);
  await expect.poll(() => readEmailSubjects(participant)).toContain('You have a meeting within 24 hours');
  await moveStart(app, booking.id, '-90 minutes');
  await runMeetingSchedule(app);
  expect(await readReminderCounts()).toEqual([1, 1]);

  await moveStart(app, booking.id, '-23 hours');
  await app.call(calls.rescheduleBooking, {
    as: participant,
    params: { id: booking.id },
    body: { slotId: await freshSlot(app, study.id) },
  });
  await makeTimePass(app, booking.id, '3 days');
  await moveStart(app, booking.id, '-22 hours');
  await runMeetingSchedule(app);
  expect(await readReminderCounts()).toEqual([2, 1]);
});

test('NT2 no reminder is sent for a meeting that is cancelled, just booked or about to begin', async () => {
  const [dead, fresh, late] = [
    await makeBooked(app, { researcher, participant }),
    await makeBooked(app, { researcher, participant }),
    await makeBooked(app, { researcher, participant }),
  ];
  await app.call(calls.cancelBooking, { as: participant, params: { id: dead.booking.id }, body: {} });
  await moveStart(app, dead.booking.id, '-23 hours');
  await moveStart(app, fresh.booking.id, '-24 hours');
  await makeTimePass(app, late.booking.id, '3 days');
  await moveStart(app, late.booking.id, '-20 minutes');
  await runMeetingSchedule(app);
  const notifications = await findNotifications(participant);
  expect(notifications).not.toContain('MEETING_TOMORROW');
  expect(notifications).not.toContain('MEETING_SOON');
});

const VIDEO = { meetingWay: 'VIDEO', meetingDetails: { link: 'https://meet.example.com/room' } } as const;
test.each([
  ['a call', {}, true],
  ['a video meeting', VIDEO, false],
])('before %s the reminder says whether a caller may have an unknown number', async (_, plan, isCall) => {
  const { booking } = await makeBooked(app, { researcher, participant }, plan);
  await makeTimePass(app, booking.id, '3 days');
  await moveStart(app, booking.id, '-90 minutes');
  await runMeetingSchedule(app);
  const { text } = await emailTo(app, participant, projectEmailWords.MEETING_SOON.subject);
  expect(text.includes('caller’s number')).toBe(isCall);
  for (const word of Object.values(booking.proofWords!)) expect(text).toContain(word);
});

test('NT2 AP2 unmarked meetings are reminded of after one and two days, once each, also after an outage', async () => {
  const colleague = await registerResearcher(app, { verified: true });
  const { booking } = await makeBooked(app, { researcher: colleague, participant });
  const countRemindersAt = async (ago: string) => {
    await moveStart(app, booking.id, ago);
    await runMeetingSchedule(app);
    return countNotifications(colleague, 'MEETINGS_UNMARKED');
  };
  expect(await countRemindersAt('24 hours')).toBe(0);
  expect(await countRemindersAt('25 hours')).toBe(1);
  const late = await makeBooked(app, { researcher: colleague, participant });
  await moveStart(app, late.booking.id, '50 hours');
  await runMeetingSchedule(app);
  expect(await countNotifications(colleague, 'MEETINGS_UNMARKED')).toBe(2);
});

test('NT2 an unmarked group time is reminded of once a day, however many are marked in between', async () => {
  const colleague = await registerResearcher(app, { verified: true });
  const { booking, study, slotId } = await makeBooked(
    app,
    { researcher: colleague, participant },
    { seatsPerSlot: 3 },
  );
  for (let more = 0; more < 2; more += 1) {
    const person = await registerParticipant(app, { withProfile: true });
    await accept(app, { researcher: colleague, participant: person, study });
    expect((await book(app, person, study.id, slotId)).status).toBe(201);
  }
  await moveStart(app, booking.id, '25 hours');
  await runMeetingSchedule(app);
  expect(await countNotifications(colleague, 'MEETINGS_UNMARKED')).toBe(1);
  const marked = await app.call(attendanceCalls.markAttendance, {
    as: colleague,
    params: { id: booking.id },
    body: { outcome: 'ATTENDED' },
  });
  expect(marked.status).toBe(200);
  await runMeetingSchedule(app);
  expect(await countNotifications(colleague, 'MEETINGS_UNMARKED')).toBe(1);
  await moveStart(app, booking.id, '49 hours');
  await runMeetingSchedule(app);
  expect(await countNotifications(colleague, 'MEETINGS_UNMARKED')).toBe(2);
});

test('NT2 no reminders are sent about a suspended researcher’s meetings or times until the suspension ends', async () => {
  const colleague = await registerResearcher(app, { verified: true });
  const people = { researcher: colleague, participant };
  const [tomorrow, soon] = [await makeBooked(app, people), await makeBooked(app, people)];
  const unchosen = await makeAccepted(app, people);
  await setSuspended(app, colleague, true);
  for (const [{ booking }, ago] of [
    [tomorrow, '-23 hours'],
    [soon, '-90 minutes'],
  ] as const) {
    await makeTimePass(app, booking.id, '3 days');
    await moveStart(app, booking.id, ago);
  }
  await sql`update project.application_steps set at = now() - interval '25 hours'
    where application_id = ${unchosen.applicationId}`.execute(app.engine.owner);
  const reminders = async () =>
    (await findNotifications(participant))
      .filter((kind) => ['MEETING_TOMORROW', 'MEETING_SOON', 'TIME_NOT_CHOSEN'].includes(kind ?? ''))
      .toSorted((a, b) => String(a).localeCompare(String(b)));
  await runMeetingSchedule(app);
  expect(await reminders()).toEqual([]);
  await setSuspended(app, colleague, false);
  await runMeetingSchedule(app);
  expect(await reminders()).toEqual(['MEETING_SOON', 'MEETING_TOMORROW', 'TIME_NOT_CHOSEN']);
});

test('NT2 an offer that cannot be ended does not block reminders', async () => {
  const { booking } = await makeBooked(app, { researcher, participant });
  const broken = await makeBooked(app, { researcher, participant });
  await makeTimePass(app, booking.id, '3 days');
  await moveStart(app, booking.id, '-23 hours');
  const toOffer = (starts: string) =>
    sql`update project.bookings set state = 'OFFERED', expires_at = now(), starts_at = starts_at + ${starts}::interval
      where booking_id = ${broken.booking.id}`.execute(app.engine.owner);
  await toOffer('-1 minute');
  const countFailed = async () => {
    const { rows } = await sql<{ failed: number }>`
      select count(*)::int as failed from project_jobs.job
      where name = 'meeting-schedule' and state = 'failed'`.execute(app.engine.owner);
    return rows[0]?.failed ?? 0;
  };
  const before = await countFailed();
  await runMeetingSchedule(app);
  expect(await countNotifications(participant, 'MEETING_TOMORROW')).toBe(1);
  // Operators must see the failure.
  expect(await countFailed()).toBe(before + 1);
  await toOffer('1 minute');
});

test('NT2 a person who is accepted a second time is reminded to choose again', async () => {
  const { study, applicationId } = await makeAccepted(app, { researcher, participant });
  const readReminderCounts = async (ago: string) => {
    await sql`update project.application_steps set at = now() - ${ago}::interval where step_id = (
      select last_step_id from project.applications where application_id = ${applicationId})`.execute(
      app.engine.owner,
    );
    await runMeetingSchedule(app);
    return countNotifications(participant, 'TIME_NOT_CHOSEN');
  };
  expect(await readReminderCounts('25 hours')).toBe(1);
  await decide(app, researcher, study.id, [applicationId], { status: 'PENDING' });
  await notifyOfDecisions(app);
  expect(await readReminderCounts('25 hours')).toBe(1);
  await decide(app, researcher, study.id, [applicationId], { status: 'ACCEPTED' });
  await notifyOfDecisions(app);
  expect(await readReminderCounts('25 hours')).toBe(2);
  const emails = async () =>
    (await readEmailSubjects(participant)).filter((subject) => subject === 'Please choose a time to meet')
      .length;
  await expect.poll(emails).toBe(2);
});

test('NT2 accepted applicants without a time are reminded after one and three days, unless on the waiting list', async () => {
  const { study, applicationId } = await makeAccepted(app, { researcher, participant });
  const setAcceptedAgo = (ago: string) =>
    sql`update project.application_steps set at = now() - ${ago}::interval where step_id = (
      select last_step_id from project.applications where application_id = ${applicationId})`.execute(
      app.engine.owner,
    );
  await runMeetingSchedule(app);
  expect(await countNotifications(participant, 'TIME_NOT_CHOSEN')).toBe(0);
  await setAcceptedAgo('25 hours');
  await runMeetingSchedule(app);
  await runMeetingSchedule(app);
  expect(await countNotifications(participant, 'TIME_NOT_CHOSEN')).toBe(1);
  await app.call(joinWaitingList, {
    as: participant,
    params: { id: study.id },
    body: { days: ['2026-01-01'] },
  });
  await setAcceptedAgo('73 hours');
  await runMeetingSchedule(app);
  expect(await countNotifications(participant, 'TIME_NOT_CHOSEN')).toBe(1);
  await app.call(leaveWaitingList, { as: participant, params: { id: study.id } });
  // Closed studies still offer times to accepted applicants.
  await app.call(closeStudy, { as: researcher, params: { id: study.id } });
  await runMeetingSchedule(app);
  expect(await countNotifications(participant, 'TIME_NOT_CHOSEN')).toBe(2);
  const notifications = (await app.call(listNotifications, { as: participant, query: { size: 100 } }))
    .content;
  const places = notifications.filter(({ kind }) => kind === 'TIME_NOT_CHOSEN').map(({ path }) => path);
  expect(new Set(places)).toEqual(new Set([`/dashboard/studies/${study.id}/time`]));
});

test.each<[string, (studyId: string) => Promise<unknown>]>([
  ['to a person with a time', async (id) => book(app, participant, id, await freshSlot(app, id))],
  ['if no time is left', (id) => setOnlyTime(id, undefined)],
  [
    'if a closed study has no bookable time',
    async (id) => {
      await app.call(closeStudy, { as: researcher, params: { id } });
      await setOnlyTime(id, '1 hour');
    },
  ],
])('NT2 no reminder to choose a time is sent %s', async (_, change) => {
  const { study, applicationId } = await makeAccepted(app, { researcher, participant });
  await change(study.id);
  await sql`
    update project.application_steps set at = now() - interval '25 hours'
    where application_id = ${applicationId}`.execute(app.engine.owner);
  await runMeetingSchedule(app);
  expect(await countNotifications(participant, 'TIME_NOT_CHOSEN')).toBe(0);
});

async function setOnlyTime(studyId: string, ahead: string | undefined): Promise<void> {
  const { owner } = app.engine;
  await sql`delete from project.study_slots where study_id = ${studyId}`.execute(owner);
  if (ahead === undefined) return;
  await sql`update project.studies set lead_hours = 24 where study_id = ${studyId}`.execute(owner);
  await sql`
    insert into project.study_slots (study_id, starts_at, seats)
    values (${studyId}, date_trunc('hour', now()) + ${ahead}::interval, 1)`.execute(owner);
}
