import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { readEmail } from '@app/contracts/project/emails.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { listSlots } from '@app/contracts/project/slots.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import { calendarWords } from '@app/words/calendar.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { dayAhead } from '#test/studies.ts';
import {
  STORED_PHONE,
  accept,
  assertConsistentBookings,
  book,
  freshSlot,
  makeTimePass,
  makeBooked,
  runMeetingSchedule,
} from '#test/meetings.ts';
import { emailTo } from '#test/jobs.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let met: Awaited<ReturnType<typeof makeBooked>>;
beforeEach(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  met = await makeBooked(app, { researcher, participant });
});
afterEach(() => assertConsistentBookings(app));

const propose = (proposes: string, as = researcher, more: { isProposalAdded?: true } = {}) =>
  app.call(calls.cancelBooking, {
    as,
    params: { id: met.booking.id },
    body: { reason: 'I am ill', proposes, ...more },
  });
const readOwnBookings = async (as: SignedInUser) =>
  (await app.call(calls.listOwnBookings, { as, query: { size: 100 } })).content;
const live = async () =>
  (await readOwnBookings(participant)).find(({ state }) => ['OFFERED', 'BOOKED'].includes(state));
const isFreeFor = async (as: SignedInUser, slotId: string) =>
  (await app.call(listSlots, { as, params: { id: met.study.id } })).content.slots.find(
    (slot) => slot.slotId === slotId,
  )?.isFree;
const acceptAnother = async () => {
  const another = await registerParticipant(app, { withProfile: true });
  await accept(app, { researcher, participant: another, study: met.study });
  return another;
};

test('AV7 a proposed time is reserved, announced by email and notification, and accepted in one call', async () => {
  const slotId = await freshSlot(app, met.study.id);
  expect((await propose(slotId)).status).toBe(200);
  const [offered, cancelled] = [
    await live(),
    (await readOwnBookings(participant)).find(({ id }) => id === met.booking.id),
  ];
  expect(cancelled).toMatchObject({ state: 'CANCELLED_BY_RESEARCHER', isProposed: false });
  expect(offered).toMatchObject({
    state: 'OFFERED',
    isProposed: true,
    startsAt: slotId,
    phoneNumber: STORED_PHONE,
  });
  // A repeat changes nothing.
  expect((await propose(slotId)).status).toBe(200);
  expect((await propose(await freshSlot(app, met.study.id))).json['code']).toBe('BOOKING_HAS_ENDED');
  expect(await readOwnBookings(participant)).toHaveLength(2);

  const another = await acceptAnother();
  expect(await isFreeFor(another, slotId)).toBe(false);
  expect((await book(app, another, met.study.id, slotId)).json['code']).toBe('SLOT_IS_FULL');

  const { content: notifications } = await app.call(listNotifications, {
    as: participant,
    query: { size: 100 },
  });
  const cancellation = notifications.find(({ kind }) => kind === 'MEETING_CANCELLED');
  expect(cancellation?.params).toMatchObject({ startsAt: met.slotId, proposed: slotId });
  const { subject } = projectEmailWords.MEETING_CANCELLED;
  const text = (await emailTo(app, participant, subject)).text.replaceAll(/\s+/g, ' ');
  expect(text).toContain('The researcher proposes ');
  expect(text).toContain(calendarWords.instant('', slotId).slice(2));

  const taken = await book(app, participant, met.study.id, slotId);
  expect(taken.content).toMatchObject({ id: offered?.id, state: 'BOOKED', movesLeft: 3, isProposed: false });
});

test('AV7 a late email does not propose a time that can no longer be accepted', async () => {
  const slotId = await freshSlot(app, met.study.id);
  await propose(slotId);
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  const about = `${met.booking.id}:1`;
  const params = { userId: participant.userId, kind: 'MEETING_CANCELLED', about };
  const proposed = async () => (await app.call(readEmail, { as, params })).content.email?.params['proposed'];
  expect(await proposed()).toBe(slotId);
  await makeTimePass(app, (await live())!.id, '24 hours');
  expect(await proposed()).toBeUndefined();
});

test.each(['declined', 'lapsed', 'passed over for another time'])(
  'AV7 a proposed time that is %s is free for others',
  async (how) => {
    const [slotId, later] = [await freshSlot(app, met.study.id), await freshSlot(app, met.study.id)];
    await propose(slotId);
    const another = await acceptAnother();
    const { id } = (await live())!;
    if (how === 'declined') {
      await app.call(calls.cancelBooking, { as: participant, params: { id }, body: {} });
    } else if (how === 'lapsed') {
      await makeTimePass(app, id, '23 hours');
      await runMeetingSchedule(app);
      expect(await live()).toMatchObject({ state: 'OFFERED' });
      await makeTimePass(app, id, '1 hour');
      await runMeetingSchedule(app);
    } else {
      expect((await book(app, participant, met.study.id, later)).status).toBe(201);
      expect(await live()).toMatchObject({ state: 'BOOKED', startsAt: later, isProposed: false });
    }
    expect((await book(app, another, met.study.id, slotId)).status).toBe(201);
  },
);

const NEW = { isProposalAdded: true } as const;
const readTimes = async () => {
  const params = { id: met.study.id };
  const { slots } = (await app.call(listSlots, { as: researcher, params })).content;
  const study = (await app.call(readStudy, { as: researcher, params })).content;
  if (study.audience !== 'RESEARCHER') throw new Error('Only its researcher reads the study');
  return { slotIds: slots.map(({ slotId }) => slotId), days: study.availableDates };
};
const unknownTime = (days: number) => `${dayAhead(days)}T03:15:00.000Z`;

test('AV3 AV7 a new time is added and proposed in one call, and remains for others', async () => {
  const slotId = unknownTime(9);
  const another = await acceptAnother();
  expect((await propose(slotId)).json['code']).toBe('SLOT_NOT_FOUND');
  expect((await propose(slotId, researcher, NEW)).status).toBe(200);
  expect(await live()).toMatchObject({ state: 'OFFERED', isProposed: true, startsAt: slotId });
  const added = await readTimes();
  expect(added.slotIds).toContain(slotId);
  expect(added.days).toContain(slotId.slice(0, 10));
  // A repeat changes nothing.
  expect((await propose(slotId, researcher, NEW)).status).toBe(200);
  expect(await readOwnBookings(participant)).toHaveLength(2);
  expect(await readTimes()).toEqual(added);
  expect(await isFreeFor(another, slotId)).toBe(false);
  await app.call(calls.cancelBooking, { as: participant, params: { id: (await live())!.id }, body: {} });
  expect(await isFreeFor(another, slotId)).toBe(true);
});

test('AV3 AV7 a time that cannot be added or proposed is refused, and study and meeting stay unchanged', async () => {
  const { study, applicationId } = met;
  const [full, free] = [await freshSlot(app, study.id), await freshSlot(app, study.id)];
  const soon = new Date((Math.floor(Date.now() / 900_000) + 4) * 900_000).toISOString();
  const another = await acceptAnother();
  await book(app, another, study.id, full);
  const colleague = await registerResearcher(app, { verified: true });
  const elsewhere = await makeBooked(app, { researcher: colleague, participant });
  const otherMeeting = await makeBooked(app, { researcher, participant: another });
  let times = await readTimes();
  const refused = async (proposes: string, code: string, as = researcher, more = {}, rule?: string) => {
    const { json } = await propose(proposes, as, more);
    expect(json).toMatchObject({ code, ...(rule && { content: [{ field: 'proposes', code: rule }] }) });
    expect((await readOwnBookings(participant)).find(({ id }) => id === met.booking.id)?.state).toBe(
      'BOOKED',
    );
    expect(await readTimes()).toEqual(times);
    await assertConsistentBookings(app);
  };
  await refused(elsewhere.slotId, 'TIME_NOT_FOR_THEM', researcher, NEW);
  await refused(otherMeeting.slotId, 'TIME_NOT_FOR_THEM', researcher, NEW);
  await refused(soon, 'SLOT_IS_TOO_SOON', researcher, NEW);
  await refused(unknownTime(-1), 'INVALID_INPUT', researcher, NEW, 'timesPast');
  await refused(unknownTime(3 * 366), 'INVALID_INPUT', researcher, NEW, 'dateTooFar');
  await refused(unknownTime(9), 'BOOKING_NOT_FOUND', colleague, NEW);

  await sql`insert into project.study_slots (study_id, starts_at) values (${study.id}, ${elsewhere.slotId}), (${study.id}, ${otherMeeting.slotId}), (${study.id}, ${soon})`.execute(
    app.engine.owner,
  );
  times = await readTimes();
  await refused(full, 'SLOT_IS_FULL');
  await refused(met.slotId, 'SLOT_IS_FULL');
  await refused('2090-01-01T09:00:00.000Z', 'SLOT_NOT_FOUND');
  await refused(soon, 'SLOT_IS_TOO_SOON');
  await refused(elsewhere.slotId, 'TIME_NOT_FOR_THEM');
  await refused(otherMeeting.slotId, 'TIME_NOT_FOR_THEM');
  await refused(free, 'INVALID_INPUT', participant);
  await refused(free, 'BOOKING_NOT_FOUND', colleague);
  await sql`insert into project.suspensions (user_id, version, is_suspended) values (${researcher.userId}, 9, true)
    on conflict (user_id) do update set is_suspended = true`.execute(app.engine.owner);
  await refused(free, 'STUDY_IS_SUSPENDED');
  await sql`update project.suspensions set is_suspended = false where user_id = ${researcher.userId}`.execute(
    app.engine.owner,
  );
  await app.call(closeStudy, { as: researcher, params: { id: study.id } });
  await refused(unknownTime(9), 'STUDY_IS_CLOSED', researcher, NEW);
  const setDeleted = (at: Date | null) =>
    sql`update project.projects set deleted_at = ${at} where project_id = ${study.projectId}`.execute(
      app.engine.owner,
    );
  await setDeleted(new Date());
  expect((await propose(unknownTime(9), researcher, NEW)).json['code']).toBe('TIME_NOT_FOR_THEM');
  await setDeleted(null);
  await sql`update project.applications set status = 'PENDING' where application_id = ${applicationId}`.execute(
    app.engine.owner,
  );
  await refused(free, 'TIME_NOT_FOR_THEM');
});
