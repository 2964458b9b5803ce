import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import * as disputeCalls from '@app/contracts/project/disputes.ts';
import * as attendanceCalls from '@app/contracts/project/attendance.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { leaveWaitingList, listSlots } from '@app/contracts/project/slots.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import {
  addSlot,
  addSoonSlot,
  addWaitingStudies,
  makeFullStudy,
  wait,
} from '@app/test/support/waiting-list.ts';
import {
  book,
  assertConsistentBookings,
  freshSlot,
  makeTimePass,
  makeBooked,
  moveStart,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { waitUntilDone } from '#test/jobs.ts';
import { dayAhead } from '#test/studies.ts';
import type { Deps } from '../../deps.ts';
import { SERVICE_ROLE } from '../../open-db.ts';
import type { ProjectTables } from '../../schema.ts';
import { lockPerson } from '../../suspensions/locks.ts';
import { offerSeats, addWakingHours } from './offer-seats.ts';
import { setSuspended } from '#test/suspensions.ts';
import { expireOffers } from '../expire-bookings.ts';

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

const countNotifications = async (as: SignedInUser, wanted: string) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.filter(
    ({ kind }) => kind === wanted,
  ).length;
const findOwn = async (as: SignedInUser, studyId: string) =>
  (await app.call(calls.listOwnBookings, { as, query: { size: 100 } })).content.filter(
    (booking) => booking.studyId === studyId,
  );
const readEmailSubjects = async (as: SignedInUser) =>
  (await app.mailbox.read(as.email)).map(({ subject }) => subject);
const makeFull = (by = researcher) => makeFullStudy(app, { researcher: by, participant });

test('BR8 a freed time is offered to the first in line, then the next; accepting it cannot fail', async () => {
  const { study, slotId, first, second, booking } = await makeFull();
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await expect.poll(async () => (await findOwn(first, study.id))[0]?.state).toBe('OFFERED');
  expect(await findOwn(second, study.id)).toEqual([]);
  await expect.poll(() => readEmailSubjects(first)).toContain('A time to meet is free for you');
  expect((await book(app, second, study.id, slotId)).json['code']).toBe('SLOT_IS_FULL');

  const [offered] = await findOwn(first, study.id);
  await makeTimePass(app, offered?.id ?? '', '20 hours');
  await runMeetingSchedule(app);
  expect(await findOwn(first, study.id)).toMatchObject([{ state: 'LAPSED' }]);
  expect(await findOwn(second, study.id)).toMatchObject([{ state: 'OFFERED', startsAt: slotId }]);
  expect((await book(app, second, study.id, slotId)).content).toMatchObject({ state: 'BOOKED' });
  await runMeetingSchedule(app);
  expect(await findOwn(first, study.id)).toHaveLength(1);
  const { rows } = await sql`select 1 from project.waiting where participant_id = ${second.userId}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([]);
});

test('BR8 an offer that no job has ended cannot be accepted once the meeting has begun', async () => {
  const { study, first, booking } = await makeFull();
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await expect.poll(async () => (await findOwn(first, study.id))[0]?.state).toBe('OFFERED');
  const [offered] = await findOwn(first, study.id);
  const startedAt = new Date(Math.floor(Date.now() / 900_000) * 900_000).toISOString();
  for (const table of ['project.study_slots', 'project.bookings']) {
    await sql`update ${sql.table(table)} set starts_at = ${startedAt}::timestamptz where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
  }
  const refused = await book(app, first, study.id, startedAt);
  expect(refused).toMatchObject({ status: 409, json: { code: 'SLOT_IS_PAST' } });
  expect(await findOwn(first, study.id)).toMatchObject([{ state: 'OFFERED' }]);
  await makeTimePass(app, offered?.id ?? '', '1 day');
  await runMeetingSchedule(app);
  expect(await findOwn(first, study.id)).toMatchObject([{ state: 'LAPSED' }]);
});

test('BR8 a study that is suspended while its free times are read offers none', async () => {
  const { study, first, booking } = await makeFull();
  const suspend = (isSuspended: boolean, db = app.engine.owner) =>
    sql`update project.studies as study set suspended_at = word.at, suspend_reason = word.text, suspended_by = word.text
      from (select case when ${isSuspended} then now() end, case when ${isSuspended} then 'A check' end) as word (at, text)
      where study_id = ${study.id}`.execute(db);
  await suspend(true);
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await waitUntilDone(app, 'offers');
  await suspend(false);
  const db = app.engine.connect<ProjectTables>(SERVICE_ROLE);
  const deps = { db, jobs: { send() {} }, openPages: { notify() {} } } as unknown as Deps;
  let hasEnded = false;
  const { offers } = await app.engine.owner.transaction().execute(async (trx) => {
    await lockPerson(trx as typeof db, researcher.userId);
    await suspend(true, trx);
    const offered = offerSeats(deps, { studyId: study.id }).finally(() => (hasEnded = true));
    const isWaiting = async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(app.engine.owner);
      return hasEnded || rows.length > 0;
    };
    await expect.poll(isWaiting).toBe(true);
    return { offers: offered };
  });
  await offers;
  expect(await findOwn(first, study.id)).toEqual([]);
});

test.each([
  ['is accepted', sql`state = 'BOOKED', expires_at = null`, 'BOOKED'],
  ['gets more time', sql`expires_at = now() + interval '1 day'`, 'OFFERED'],
  ['is excused by a suspension', sql`excused_at = now()`, 'OFFERED'],
])('BR8 an offer that %s while a scheduled job ends another one stays', async (_, change, state) => {
  const ids: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { study, first, booking } = await makeFull();
    await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
    await expect.poll(async () => (await findOwn(first, study.id))[0]?.state).toBe('OFFERED');
    const [offered] = await findOwn(first, study.id);
    await makeTimePass(app, offered?.id ?? '', `${22 - time} hours`);
    ids.push(offered?.id ?? '');
  }
  const [ended, taken] = ids;
  const changeOther = (trx: Deps['db']) =>
    sql`update project.bookings set ${change} where booking_id = ${taken}`.execute(trx);
  const deps = {
    db: app.engine.connect<ProjectTables>(SERVICE_ROLE),
    jobs: { send: changeOther },
    openPages: { notifyChanged() {} },
  } as unknown as Deps;
  await expireOffers(deps);
  const { rows } = await sql`
    select state from project.bookings where booking_id in (${ended}, ${taken}) order by booking_id = ${taken}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ state: 'LAPSED' }, { state }]);
});

test('BR8 declining passes the offer on; less than six hours before, everyone waiting is notified', async () => {
  const { study, first, second, booking } = await makeFull();
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await expect.poll(async () => (await findOwn(first, study.id))[0]?.state).toBe('OFFERED');
  const [offer] = await findOwn(first, study.id);
  await app.call(calls.cancelBooking, { as: first, params: { id: offer?.id ?? '' }, body: {} });
  await expect.poll(async () => (await findOwn(second, study.id))[0]?.state).toBe('OFFERED');

  const soon = await makeFull();
  // The researcher's other meeting overlaps this slot.
  const busy = await makeBooked(app, {
    researcher,
    participant: await registerParticipant(app, { withProfile: true }),
  });
  const [{ at } = { at: '' }] = (
    await sql<{
      at: string;
    }>`update project.researcher_quarter_hours set quarter_at = date_trunc('hour', now()) + interval '6 hours'
      where study_id = ${busy.study.id} and quarter_at = starts_at returning quarter_at::text as at`.execute(
      app.engine.owner,
    )
  ).rows;
  await sql`update project.study_slots set starts_at = date_trunc('hour', now()) + interval '6 hours', taken = 0
    where study_id = ${soon.study.id} and starts_at = ${soon.slotId}`.execute(app.engine.owner);
  await sql`delete from project.researcher_quarter_hours where study_id = ${soon.study.id}`.execute(
    app.engine.owner,
  );
  await sql`delete from project.participant_quarter_hours where booking_id = ${soon.booking.id}`.execute(
    app.engine.owner,
  );
  await sql`update project.bookings set state = 'CANCELLED_BY_PARTICIPANT' where booking_id = ${soon.booking.id}`.execute(
    app.engine.owner,
  );
  await sql`delete from project.proof_words where booking_id = ${soon.booking.id}`.execute(app.engine.owner);
  await runMeetingSchedule(app);
  expect(await countNotifications(soon.first, 'TIMES_FREE')).toBe(0);
  await sql`update project.researcher_quarter_hours set quarter_at = starts_at
    where study_id = ${busy.study.id} and quarter_at = ${at}::timestamptz`.execute(app.engine.owner);
  await runMeetingSchedule(app);
  await runMeetingSchedule(app);
  for (const person of [soon.first, soon.second]) {
    expect(await findOwn(person, soon.study.id)).toEqual([]);
    expect(await countNotifications(person, 'TIMES_FREE')).toBe(1);
  }
});

test('BR8 at night an early time is announced to everyone waiting, and a later one offered until the morning', async () => {
  const { study, first, second } = await makeFull();
  const [night, morning] = [new Date(`${dayAhead(0)}T21:30:00Z`), dayAhead(1)];
  // Remaining jobs would offer slots by the real time of day.
  await runMeetingSchedule(app);
  for (const time of ['08:00', '10:45', '11:00']) await addSlot(app, study, `${morning}T${time}:00.000Z`);
  const deps = {
    db: app.engine.connect<ProjectTables>(SERVICE_ROLE),
    jobs: { send: async () => {} },
    openPages: { notify() {} },
  } as unknown as Deps;
  await offerSeats(deps, { studyId: study.id }, night);
  const { rows } = await sql`
    select participant_id as person, starts_at as "startsAt", expires_at as until from project.bookings
    where study_id = ${study.id} and state = 'OFFERED'`.execute(app.engine.owner);
  expect(rows).toEqual([
    {
      person: first.userId,
      startsAt: new Date(`${morning}T11:00:00Z`),
      until: new Date(`${morning}T09:00:00Z`),
    },
  ]);
  for (const person of [first, second]) expect(await countNotifications(person, 'TIMES_FREE')).toBe(1);
});

test('BR8 a day beyond the first batch of times is offered too, even if the batch suits the first person', async () => {
  const { study, first, second } = await makeFull();
  const late = dayAhead(40);
  await wait(app, first, study, [dayAhead(50)]);
  await wait(app, second, study, [late]);
  await sql`
    insert into project.study_slots (study_id, starts_at)
    select ${study.id}, ${`${dayAhead(30)}T00:00:00Z`}::timestamptz + n * interval '15 minutes'
    from generate_series(0, 249) as n`.execute(app.engine.owner);
  await addSlot(app, study, `${late}T09:00:00.000Z`);
  await runMeetingSchedule(app);
  expect(await findOwn(first, study.id)).toEqual([]);
  expect(await findOwn(second, study.id)).toMatchObject([
    { state: 'OFFERED', startsAt: `${late}T09:00:00.000Z` },
  ]);

  await wait(app, first, study);
  await runMeetingSchedule(app);
  expect(await findOwn(first, study.id)).toMatchObject([{ state: 'OFFERED' }]);
  const [declined] = await findOwn(second, study.id);
  await app.call(calls.cancelBooking, { as: second, params: { id: declined?.id ?? '' }, body: {} });
  await addSlot(app, study, `${late}T12:00:00.000Z`);
  await runMeetingSchedule(app);
  expect(await findOwn(second, study.id)).toContainEqual(
    expect.objectContaining({ state: 'OFFERED', startsAt: `${late}T12:00:00.000Z` }),
  );
});

test('BR8 many studies without future times do not delay the offers of another study', async () => {
  const { study, first } = await makeFull();
  await addWaitingStudies(app, study, '-1 hour');
  await freshSlot(app, study.id);
  await runMeetingSchedule(app);
  expect(await findOwn(first, study.id)).toMatchObject([{ state: 'OFFERED' }]);
});

test('BR8 if more studies have free times than one run checks, later runs check the others', async () => {
  const { study, first } = await makeFull();
  await addWaitingStudies(app, study, '9 days');
  await freshSlot(app, study.id);
  for (let round = 0; round < 20 && (await findOwn(first, study.id)).length === 0; round += 1)
    await runMeetingSchedule(app);
  expect(await findOwn(first, study.id)).toMatchObject([{ state: 'OFFERED' }]);
});

test('BR8 times of a suspended researcher or a deleted project are neither offered nor announced', async () => {
  const colleague = await registerResearcher(app, { verified: true });
  const { study, first, second, booking } = await makeFull(colleague);
  const notified = async () => [
    await countNotifications(first, 'TIMES_FREE'),
    await countNotifications(second, 'TIMES_FREE'),
  ];
  await setSuspended(app, colleague, true);
  await app.call(calls.cancelBooking, { as: participant, params: { id: booking.id }, body: {} });
  await addSoonSlot(app, study);
  await runMeetingSchedule(app);
  await wait(app, second, study);
  await runMeetingSchedule(app);
  expect([await findOwn(first, study.id), await notified()]).toEqual([[], [0, 0]]);
  const free = async () => {
    const { content } = await app.call(listSlots, { as: first, params: { id: study.id } });
    return content.slots.filter(({ isFree }) => isFree).length;
  };
  expect(await free()).toBe(0);

  // Closing the study would end its waiting list.
  const setDeleted = async (at: Date | null) =>
    sql`update project.projects set deleted_at = ${at} where project_id = ${study.projectId}`.execute(
      app.engine.owner,
    );
  await setDeleted(new Date());
  await setSuspended(app, colleague, false);
  await runMeetingSchedule(app);
  expect([await findOwn(first, study.id), await notified()]).toEqual([[], [0, 0]]);
  await setDeleted(null);
  expect(await free()).toBe(2);
  await runMeetingSchedule(app);
  expect([await findOwn(first, study.id), await notified()]).toMatchObject([[{ state: 'OFFERED' }], [1, 1]]);
});

test.each(['NO_SHOW', 'TURNED_AWAY', 'NOBODY_CAME'] as const)(
  'BR8 NT2 a person who waits again after %s is also emailed about free times',
  async (state) => {
    const { study, booking } = await makeFull();
    await moveStart(app, booking.id, '1 hour');
    const ended =
      state === 'NOBODY_CAME'
        ? await app.call(disputeCalls.reportMeeting, {
            as: participant,
            params: { id: booking.id },
            body: { kind: state, text: 'I waited for half an hour.' },
          })
        : await app.call(attendanceCalls.markAttendance, {
            as: researcher,
            params: { id: booking.id },
            body: { outcome: state },
          });
    expect(ended.status).toBe(200);
    await makeTimePass(app, booking.id, '10 minutes');
    await runMeetingSchedule(app);
    await wait(app, participant, study);
    await addSoonSlot(app, study);
    await runMeetingSchedule(app);
    expect(await countNotifications(participant, 'TIMES_FREE')).toBe(1);
    await expect.poll(() => readEmailSubjects(participant)).toContain('A time to meet has become free');
  },
);

test('BR8 nothing is offered to a person with a meeting', async () => {
  const { study, first, second, booking } = await makeFull();
  await moveStart(app, booking.id, '1 hour');
  const params = { id: booking.id };
  await app.call(attendanceCalls.markAttendance, {
    as: researcher,
    params,
    body: { outcome: 'TURNED_AWAY' },
  });
  await makeTimePass(app, booking.id, '10 minutes');
  await runMeetingSchedule(app);
  await wait(app, participant, study);
  await sql`update project.bookings set state = 'BOOKED', marked_at = null, final_at = null where booking_id = ${booking.id}`.execute(
    app.engine.owner,
  );
  await freshSlot(app, study.id, 3);
  await runMeetingSchedule(app);
  for (const person of [first, second]) {
    expect(await findOwn(person, study.id)).toMatchObject([{ state: 'OFFERED' }]);
  }
  expect(await findOwn(participant, study.id)).toMatchObject([{ state: 'BOOKED' }]);
});

test('BR8 a free time is announced to people whose days it suits and who have not attended', async () => {
  const { study, first, second, booking } = await makeFull();
  await moveStart(app, booking.id, '1 hour');
  const mark = (outcome: 'NO_SHOW' | 'ATTENDED') =>
    app.call(attendanceCalls.markAttendance, {
      as: researcher,
      params: { id: booking.id },
      body: { outcome },
    });
  expect((await mark('NO_SHOW')).status).toBe(200);
  await makeTimePass(app, booking.id, '10 minutes');
  await runMeetingSchedule(app);
  await wait(app, participant, study);
  expect((await mark('ATTENDED')).status).toBe(200);
  await wait(app, first, study, [dayAhead(300)]);
  await addSoonSlot(app, study);
  await addSlot(app, study, `${dayAhead(3)}T16:00:00.000Z`);
  await runMeetingSchedule(app);
  const notified = await Promise.all(
    [participant, first, second].map((as) => countNotifications(as, 'TIMES_FREE')),
  );
  expect(notified).toEqual([0, 0, 1]);
  expect(await findOwn(second, study.id)).toMatchObject([{ state: 'OFFERED' }]);
  expect(await findOwn(participant, study.id)).toHaveLength(1);
});

test('BR8 after three unanswered offers in a row a person gets only general announcements until they join again', async () => {
  const { study, first, second } = await makeFull();
  const findOfferId = async (as: SignedInUser) =>
    (await findOwn(as, study.id)).find(({ state }) => state === 'OFFERED')?.id ?? '';
  for (const round of [1, 2, 3]) {
    await freshSlot(app, study.id, 2);
    await runMeetingSchedule(app);
    const [silent, picky] = [await findOfferId(first), await findOfferId(second)];
    expect([silent, picky]).not.toContain('');
    await makeTimePass(app, silent, '20 hours');
    if (round === 2) await app.call(calls.cancelBooking, { as: second, params: { id: picky }, body: {} });
    else await makeTimePass(app, picky, '20 hours');
    await runMeetingSchedule(app);
  }
  await freshSlot(app, study.id, 2);
  await addSoonSlot(app, study);
  await runMeetingSchedule(app);
  expect([await findOfferId(first), await findOfferId(second)]).toEqual(['', expect.stringMatching(/./)]);
  expect(await countNotifications(first, 'TIMES_FREE')).toBe(1);
  await app.call(leaveWaitingList, { as: first, params: { id: study.id } });
  await wait(app, first, study);
  await runMeetingSchedule(app);
  expect(await findOfferId(first)).not.toBe('');
});

test('BR8 offers that end during a suspension do not count as unanswered', async () => {
  const colleague = await registerResearcher(app, { verified: true });
  const { study, first } = await makeFull(colleague);
  const findOffer = async () =>
    (await findOwn(first, study.id)).find(({ state }) => state === 'OFFERED')?.id ?? '';
  for (let round = 0; round < 3; round += 1) {
    await freshSlot(app, study.id);
    await runMeetingSchedule(app);
    const id = await findOffer();
    expect(id).not.toBe('');
    await setSuspended(app, colleague, true);
    await makeTimePass(app, id, '20 hours');
    await moveStart(app, id, '1 hour');
    await runMeetingSchedule(app);
    expect(await findOffer()).toBe('');
    await setSuspended(app, colleague, false);
  }
  await freshSlot(app, study.id);
  await runMeetingSchedule(app);
  expect(await findOffer()).not.toBe('');
});

test('BR8 NT2 several times soon are one announcement per person, and a later time another after two hours', async () => {
  const { study, first, second } = await makeFull();
  await wait(app, second, study, [dayAhead(300)]);
  const quarter = (number: number) =>
    new Date((Math.floor(Date.now() / 900_000) + number) * 900_000).toISOString();
  for (const number of [20, 21, 22]) await addSlot(app, study, quarter(number));
  await runMeetingSchedule(app);
  await addSlot(app, study, quarter(19));
  await runMeetingSchedule(app);
  const notified = async () => [
    await countNotifications(first, 'TIMES_FREE'),
    await countNotifications(second, 'TIMES_FREE'),
  ];
  expect(await notified()).toEqual([1, 0]);
  await sql`update project.reminders set sent_at = sent_at - interval '2 hours' where about_id in (
    select application_id from project.waiting where study_id = ${study.id})`.execute(app.engine.owner);
  await runMeetingSchedule(app);
  await runMeetingSchedule(app);
  expect(await notified()).toEqual([2, 0]);
  const emails = async () =>
    (await readEmailSubjects(first)).filter((subject) => subject === 'A time to meet has become free').length;
  await expect.poll(emails).toBe(2);
});

test.each([
  ['2026-11-23T09:00:00Z', '2026-11-23T11:00:00.000Z'],
  ['2026-11-23T20:30:00Z', '2026-11-24T08:30:00.000Z'],
  ['2026-11-23T23:00:00Z', '2026-11-24T09:00:00.000Z'],
  ['2026-11-23T03:00:00Z', '2026-11-23T09:00:00.000Z'],
])('BR8 two waking hours from %s end at %s', (from, until) => {
  expect(addWakingHours(new Date(from), 2).toISOString()).toBe(until);
});
