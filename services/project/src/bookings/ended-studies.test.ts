import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { joinWaitingList, listSlots } from '@app/contracts/project/slots.ts';
import { closeStudy } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide } from '#test/applicants.ts';
import { accept, book, freshSlot, moveStart, runMeetingSchedule } from '#test/meetings.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let accepted: SignedInUser;
let pending: SignedInUser;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  [accepted, pending] = await Promise.all([
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
});

async function makeClosed() {
  const { id: projectId } = await makeProject(app, researcher);
  const study = await makePublished(app, researcher, { projectId });
  const acceptedId = await accept(app, { researcher, participant: accepted, study });
  const pendingId = (await apply(app, pending, study)).content.id;
  expect((await app.call(closeStudy, { as: researcher, params: { id: study.id } })).status).toBe(200);
  await sql`delete from project.study_slots where study_id = ${study.id}`.execute(app.engine.owner);
  const slotId = await freshSlot(app, study.id);
  await sql`update project.studies set lead_hours = 24 where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  const move = (time: string) =>
    sql`update project.study_slots set starts_at = now() + ${time}::interval where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
  return { study, acceptedId, pendingId, slotId, move };
}
const joinList = ({ id }: Study) =>
  app.call(joinWaitingList, { as: accepted, params: { id }, body: { days: [] } });
const seenBy = async (as: SignedInUser, { id }: Study) =>
  (await app.call(listOwnApplications, { as })).content.find(({ study }) => study.id === id)?.study.hasEnded;
const endTimes = async ({ id }: Study) => {
  const { content } = await app.call(listSlots, { as: accepted, params: { id } });
  return content.audience === 'PARTICIPANT' && content.hasEnded;
};

const inLine = async ({ id }: Study) => {
  const { content } = await app.call(listSlots, { as: researcher, params: { id } });
  return content.audience === 'RESEARCHER' ? content.counts.waiting : undefined;
};

test('a closed study without bookable times accepts no one, and no one can wait', async () => {
  const { study, pendingId, acceptedId, move } = await makeClosed();
  await sql`update project.study_slots set taken = seats where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(await seenBy(accepted, study)).toBe(false);
  expect(await endTimes(study)).toBe(false);
  expect(await joinList(study)).toMatchObject({ status: 200 });
  expect(await inLine(study)).toBe(1);

  await move('23 hours');
  expect(await seenBy(pending, study)).toBe(true);
  expect(await endTimes(study)).toBe(true);
  expect(await joinList(study)).toMatchObject({ status: 409, json: { code: 'STUDY_IS_CLOSED' } });
  expect(await inLine(study)).toBe(0);
  await sql`delete from project.waiting where study_id = ${study.id}`.execute(app.engine.owner);
  await sql`update project.application_steps set at = now() - interval '25 hours' where application_id = ${acceptedId}`.execute(
    app.engine.owner,
  );
  await runMeetingSchedule(app);
  const { content: notifications } = await app.call(listNotifications, {
    as: accepted,
    query: { size: 100 },
  });
  expect(notifications.map(({ kind }) => kind)).not.toContain('TIME_NOT_CHOSEN');
  const decision = await decide(app, researcher, study.id, [pendingId], { status: 'ACCEPTED' });
  expect(decision.content).toMatchObject({
    decided: [],
    undecided: [{ applicationId: pendingId, because: 'NO_TIME_LEFT' }],
  });
  const declined = await decide(app, researcher, study.id, [pendingId], {
    status: 'DECLINED',
    reason: 'PLACES_TAKEN',
  });
  expect(declined.content.decided).toEqual([pendingId]);
  const undone = await decide(app, researcher, study.id, [acceptedId], { status: 'PENDING' });
  expect(undone.content.decided).toEqual([acceptedId]);

  await move('25 hours');
  const again = await decide(app, researcher, study.id, [acceptedId], { status: 'ACCEPTED' });
  expect(again.content.decided).toEqual([acceptedId]);
});

test('a participant who attended can be accepted again in a closed study, even without bookable times', async () => {
  const { study, acceptedId, slotId } = await makeClosed();
  await sql`update project.studies set lead_hours = 0 where study_id = ${study.id}`.execute(app.engine.owner);
  const booked = await book(app, accepted, study.id, slotId);
  await moveStart(app, booked.content.id, '1 hour');
  await decide(app, researcher, study.id, [acceptedId], { status: 'PENDING' });
  const again = await decide(app, researcher, study.id, [acceptedId], { status: 'ACCEPTED' });
  expect(again.content).toMatchObject({ decided: [acceptedId], undecided: [] });
});
