import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies, readPublicStudy, readStudy } from '@app/contracts/project/browsing.ts';
import type { Ethics } from '@app/contracts/project/ethics.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import * as calls from '@app/contracts/project/bookings.ts';
import { addSlots, joinWaitingList, listSlots } from '@app/contracts/project/slots.ts';
import * as studies from '@app/contracts/project/study-calls.ts';
import { projectEmailWords } from '@app/words/project-emails.ts';
import { validation } from '@app/words/validation.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { accept, assertConsistentBookings, book, freshSlot, runMeetingSchedule } from '#test/meetings.ts';
import { dayAhead, makeDraft, makeProject, makePublished, planBody } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  projectId = (await makeProject(app, researcher)).id;
});

const approvedUntil = (validUntil: string): Ethics => ({
  approval: 'APPROVED',
  committee: 'CHRPE, KNUST',
  number: 'AP/31/27',
  validUntil,
});
const notNeeded: Ethics = { approval: 'NOT_NEEDED', reason: 'We ask about a menu alone.' };
const renew = (id: string, ethics: Ethics) =>
  app.call(studies.changeEthics, { as: researcher, params: { id }, body: { ethics } });

test('a draft states its approval, why none is needed, or nothing; a partial one is refused', async () => {
  const draft = await makeDraft(app, researcher, { projectId });
  expect(draft.ethics).toBeNull();
  const edit = (ethics: unknown) =>
    app.call(studies.editStudy, { as: researcher, params: { id: draft.id }, body: { ethics } });
  for (const ethics of [approvedUntil(dayAhead(90)), notNeeded, null])
    expect((await edit(ethics)).content.ethics).toEqual(ethics);
  const broken: [unknown, string, string][] = [
    [{ ...approvedUntil(dayAhead(90)), committee: ' ' }, 'ethics.committee', validation.valueRequired],
    [{ ...approvedUntil(dayAhead(90)), number: '' }, 'ethics.number', validation.valueRequired],
    [approvedUntil('2027-02-30'), 'ethics.validUntil', validation.dateNotReal],
    [{ approval: 'NOT_NEEDED', reason: '' }, 'ethics.reason', validation.valueRequired],
    [{ approval: 'PERHAPS' }, 'ethics.approval', validation.notAnOption],
  ];
  for (const [ethics, field, message] of broken)
    expect((await edit(ethics)).json).toMatchObject({ code: 'INVALID_INPUT', content: [{ field, message }] });
  expect((await renew(draft.id, notNeeded)).json).toMatchObject({ code: 'STUDY_IS_DRAFT' });
});

test('no day is published and no time added after the approval ends, until it is renewed', async () => {
  const { id } = await makeDraft(app, researcher, { projectId, ethics: approvedUntil(dayAhead(2)) });
  const call = { as: researcher, params: { id } };
  const refused = {
    status: 400,
    json: { content: [{ message: validation.approvalEnds(dayAhead(2)), field: 'availableDates' }] },
  };
  const beyond = planBody({ availableDates: [dayAhead(3), dayAhead(4)] });
  for (const body of [planBody(), beyond])
    expect(await app.call(studies.publishStudy, { ...call, body })).toMatchObject(refused);
  const slots = await sql`select from project.study_slots where study_id = ${id}`.execute(app.engine.owner);
  expect(slots.rows).toEqual([]);
  const within = planBody({ availableDates: [dayAhead(1), dayAhead(2)], isListed: true });
  expect((await app.call(studies.publishStudy, { ...call, body: within })).status).toBe(200);

  const add = (day: string) => app.call(addSlots, { ...call, body: { startsAt: [`${day}T15:00:00.000Z`] } });
  expect((await add(dayAhead(3))).json).toMatchObject({
    content: [{ message: validation.approvalEnds(dayAhead(2)), field: 'startsAt' }],
  });
  expect((await add(dayAhead(2))).content).toEqual({ added: 1 });
  const renewed = await renew(id, approvedUntil(dayAhead(3)));
  expect(renewed.content).toMatchObject({ ethics: approvedUntil(dayAhead(3)) });
  expect((await add(dayAhead(3))).content).toEqual({ added: 1 });
});

test('participants and visitors see the approval on the card and on the study', async () => {
  const ethics = approvedUntil(dayAhead(30));
  const { id } = await makePublished(app, researcher, { projectId, ethics }, { isListed: true });
  const cards = await app.call(browseStudies, { as: participant, query: { size: 100 } });
  expect(cards.content.find((card) => card.id === id)?.ethics).toEqual(ethics);
  const params = { id };
  expect((await app.call(readStudy, { as: participant, params })).content.ethics).toEqual(ethics);
  expect((await app.call(readPublicStudy, { params })).content.details?.ethics).toEqual(ethics);
});

test('the researcher is notified 14 and 3 days before the approval ends, if a later meeting is booked', async () => {
  const study = await makePublished(app, researcher, { projectId, ethics: approvedUntil(dayAhead(90)) });
  await accept(app, { researcher, participant, study });
  const slotId = await freshSlot(app, study.id);
  await book(app, participant, study.id, slotId);
  const endsOn = async (day: string) => {
    await sql`update project.studies set ethics = jsonb_set(ethics, '{validUntil}', to_jsonb(${day}::text)) where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
    await runMeetingSchedule(app);
    await runMeetingSchedule(app);
    const { content } = await app.call(listNotifications, { as: researcher, query: { size: 100 } });
    return content.filter(({ kind, params }) => kind === 'APPROVAL_ENDS' && params.studyId === study.id)
      .length;
  };
  // The approval covers the booked time, so no meeting is after it.
  expect(await endsOn(slotId.slice(0, 10))).toBe(0);
  expect(await endsOn(dayAhead(4))).toBe(1);
  expect(await endsOn(dayAhead(3))).toBe(2);
  expect(await endsOn(dayAhead(3))).toBe(2);
  const readEmails = async () =>
    (await app.mailbox.read(researcher.email)).filter(
      ({ subject }) => subject === projectEmailWords.APPROVAL_ENDS.subject,
    );
  await expect.poll(async () => (await readEmails()).length).toBeGreaterThan(0);
  // A renewed approval ends a second time.
  await sql`update project.bookings set starts_at = now() + interval '40 days', ends_at = now() + interval '41 days' where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  await sql`update project.study_slots set starts_at = (select starts_at from project.bookings as booking where booking.study_id = ${study.id})
    where study_id = ${study.id} and starts_at = ${slotId}`.execute(app.engine.owner);
  expect(await endsOn(dayAhead(20))).toBe(2);
  expect(await endsOn(dayAhead(14))).toBe(3);
});

test('a time after a shortened approval is not listed, booked, rescheduled to, confirmed, proposed or offered', async () => {
  const study = await makePublished(app, researcher, { projectId, ethics: approvedUntil(dayAhead(90)) });
  const second = await registerParticipant(app, { withProfile: true });
  for (const one of [participant, second]) await accept(app, { researcher, participant: one, study });
  await sql`delete from project.study_slots where study_id = ${study.id}`.execute(app.engine.owner);
  const [own, other] = [await freshSlot(app, study.id), await freshSlot(app, study.id)];
  const { content: booking } = await book(app, participant, study.id, own);
  const shorten = async () => expect((await renew(study.id, approvedUntil(dayAhead(4)))).status).toBe(200);
  const lengthen = async () => expect((await renew(study.id, approvedUntil(dayAhead(90)))).status).toBe(200);
  const readFreeSlots = async (as: SignedInUser) =>
    (await app.call(listSlots, { as, params: { id: study.id } })).content.slots.filter(
      ({ isFree }) => isFree,
    );
  const params = { id: booking.id };
  const by = { as: participant, params };
  const reschedule = (slotId: string) => app.call(calls.rescheduleBooking, { ...by, body: { slotId } });
  const refused = { status: 404, json: { code: 'SLOT_NOT_FOUND' } };

  await shorten();
  for (const as of [researcher, second]) expect(await readFreeSlots(as)).toEqual([]);
  expect(await book(app, second, study.id, other)).toMatchObject(refused);
  expect(await reschedule(other)).toMatchObject(refused);
  expect(await app.call(calls.confirmBooking, by)).toMatchObject(refused);
  const body = { reason: 'I am ill', proposes: other };
  expect(await app.call(calls.cancelBooking, { as: researcher, params, body })).toMatchObject(refused);
  const within = `${dayAhead(4)}T23:00:00.000Z`;
  await sql`insert into project.study_slots (study_id, starts_at) values (${study.id}, ${within})`.execute(
    app.engine.owner,
  );
  expect((await reschedule(within)).status).toBe(200);
  expect((await app.call(calls.confirmBooking, by)).status).toBe(200);

  const waits = { as: second, params: { id: study.id }, body: { days: [] } };
  expect((await app.call(joinWaitingList, waits)).status).toBe(200);
  const offered = async () => {
    await runMeetingSchedule(app);
    const { content } = await app.call(calls.listOwnBookings, { as: second, query: { size: 100 } });
    return content.find(({ studyId, state }) => studyId === study.id && state === 'OFFERED')?.startsAt;
  };
  expect(await offered()).toBeUndefined();
  await lengthen();
  await expect.poll(offered).toBe(own);
  await shorten();
  expect(await book(app, second, study.id, own)).toMatchObject(refused);
  await lengthen();
  expect((await book(app, second, study.id, own)).content.state).toBe('BOOKED');
  await assertConsistentBookings(app);
});
