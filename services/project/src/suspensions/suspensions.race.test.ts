import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { rescheduleBooking } from '@app/contracts/project/bookings.ts';
import { updateSuspension } from '@app/contracts/project/suspensions.ts';
import { publishStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { book, freshSlot, makeAccepted, makeBooked } from '#test/meetings.ts';
import { apply, makeDraft, makeInState, makeProject, makePublished, planBody } from '#test/studies.ts';

const STUDIES = 10;
const app = useApp();
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

let version = 0;
const suspend = async (isSuspended: boolean, at = (version += 1)) =>
  app.call(updateSuspension, {
    // A token is valid for a minute.
    as: { token: await serviceToken({ app }, 'identity', 'project') },
    params: { userId: researcher.userId },
    body: { version: at, isSuspended },
  });
const open = async () =>
  (
    await sql<{ open: number }>`
      select count(*)::int as open from project.studies as study join project.projects as project using (project_id)
      where project.creator_id = ${researcher.userId} and study.state = 'PUBLISHED'`.execute(app.engine.owner)
  ).rows[0]?.open;

test('a suspension during publishes leaves no study open: earlier ones are paused, later ones refused', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    await suspend(false);
    const drafts = await Promise.all(
      Array.from({ length: STUDIES }, () => makeDraft(app, researcher, { projectId })),
    );
    const paused = await makeInState(app, researcher, 'PAUSED', { projectId });
    const answers = await Promise.all([
      ...drafts.map(({ id }) => app.call(publishStudy, { as: researcher, params: { id }, body: planBody() })),
      suspend(true),
      app.call(resumeStudy, { as: researcher, params: { id: paused.id } }),
    ]);
    expect(answers.every(({ status }) => [200, 204, 403].includes(status))).toBe(true);
    expect(await open()).toBe(0);
  }
});

test('an outdated suspension call changes nothing', async () => {
  await suspend(true);
  await suspend(false);
  expect((await suspend(true, version - 1)).status).toBe(204);
  const draft = await makeDraft(app, researcher, { projectId });
  const answer = await app.call(publishStudy, {
    as: researcher,
    params: { id: draft.id },
    body: planBody(),
  });
  expect(answer.status).toBe(200);
});

const newPerson = () => registerParticipant(app, { withProfile: true });
const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];
const reschedule = (as: SignedInUser, id: string, slotId: string) =>
  app.call(rescheduleBooking, { as, params: { id }, body: { slotId } });
const waitingForLocks = async () =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(app.engine.owner)
  ).rows[0]?.count;
/** Makes the first call wait for a row, and the second one for the first. */
async function meet<First, Second>(
  row: ReturnType<typeof sql>,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const calls = await app.engine.owner.transaction().execute(async (trx) => {
    await row.execute(trx);
    const firsts = first();
    await expect.poll(waitingForLocks).toBe(1);
    const seconds = second();
    await expect.poll(waitingForLocks).toBe(2);
    return { firsts, seconds };
  });
  return Promise.all([calls.firsts, calls.seconds]);
}

test.each(['a researcher with a row', 'a researcher without one'])(
  'of a concurrent suspension and booking, one waits for the other: %s',
  async (whose) => {
    await suspend(false);
    const participant = await newPerson();
    const { study, booking } = await makeBooked(app, { researcher, participant });
    const accepted = await makeAccepted(app, { researcher, participant });
    const [a, b] = [await freshSlot(app, study.id), await freshSlot(app, accepted.study.id)];
    if (whose === 'a researcher without one') {
      await sql`delete from project.suspensions where user_id = ${researcher.userId}`.execute(
        app.engine.owner,
      );
    }
    const slot = (at: string) => sql`select from project.study_slots where starts_at = ${at} for update`;
    const ofStudy = sql`select from project.studies where study_id = ${study.id} for update`;

    const first = await meet(
      slot(b),
      () => book(app, participant, accepted.study.id, b),
      () => suspend(true),
    );
    expect(first.map(({ status }) => status)).toEqual([201, 204]);
    await suspend(false);
    const resume = { as: researcher, params: { id: study.id } };
    expect((await app.call(resumeStudy, resume)).status).toBe(200);
    const second = await meet(
      ofStudy,
      () => suspend(true),
      () => reschedule(participant, booking.id, a),
    );
    expect(second.map(({ status }) => status)).toEqual([204, 409]);
    expect(code(second[1])).toBe('STUDY_IS_SUSPENDED');

    await suspend(false);
    const third = await meet(
      slot(a),
      () => reschedule(participant, booking.id, a),
      () => suspend(true),
    );
    expect(third.map(({ status }) => status)).toEqual([200, 204]);
  },
);

test('a suspension skips an application whose decline is notified before its withdrawal', async () => {
  await suspend(false);
  const participant = await newPerson();
  const study = await makePublished(app, researcher, { projectId });
  const { id } = (await apply(app, participant, study)).content;
  const token = await serviceToken({ app }, 'identity', 'project');
  const { suspending } = await app.engine.owner.transaction().execute(async (trx) => {
    await sql`select from project.studies where study_id = ${study.id} for update`.execute(trx);
    const call = app.call(updateSuspension, {
      as: { token },
      params: { userId: participant.userId },
      body: { version: 1, isSuspended: true },
    });
    await expect.poll(waitingForLocks).toBe(1);
    await sql`
      update project.applications set status = 'DECLINED'
      where application_id = ${id}`.execute(trx);
    return { suspending: call };
  });
  expect((await suspending).status).toBe(204);
});
