import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { type Decision, decideApplicants } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { type TestApp, useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { CALLERS, IS_LONG_RACE, RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { addApplicants, decide, readPlaceCounts, notifyOfDecisions } from '#test/applicants.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import { assertNoDeadlocks } from '#test/locks.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 0 });
let callNode: TestApp['call'];
let researcher: SignedInUser;
let participants: SignedInUser[];
let projectId: string;

beforeAll(async () => {
  callNode = await app.startNode();
  researcher = await registerResearcher(app, { verified: true });
  participants = await Promise.all(
    Array.from({ length: 5 }, () => registerParticipant(app, { withProfile: true })),
  );
  projectId = (await makeProject(app, researcher)).id;
});
afterAll(() => assertNoDeadlocks(app));

const accept = { status: 'ACCEPTED' } as const;
const decline = { status: 'DECLINED', reason: 'PLACES_TAKEN' } as const;
const resetToPending = { status: 'PENDING' } as const;

const publish = (places: number) =>
  makePublished(app, researcher, { projectId }, { desiredNumberOfParticipants: places });

function decideAt(index: number, studyId: string, ids: string[], decision: Omit<Decision, 'applicationIds'>) {
  if (index % 2 === 0) return decide(app, researcher, studyId, ids, decision);
  const body = { applicationIds: ids, ...decision };
  return callNode(decideApplicants, { as: researcher, params: { id: studyId }, body });
}

async function wrongHistories(studyId: string): Promise<unknown[]> {
  const { rows } = await sql`
    with moves as (
      select step.application_id, step.step_id, step.status,
        lag(step.status, 1, 'PENDING') over of_one as left_status,
        last_value(step.step_id) over (of_one range between unbounded preceding and unbounded following) as last_id
      from project.application_steps as step
      join project.applications as application using (application_id)
      where application.study_id = ${studyId}
      window of_one as (partition by step.application_id order by step.at)
    )
    select application.application_id, application.status, moves.left_status, moves.status as step_status
    from project.applications as application left join moves using (application_id)
    where application.study_id = ${studyId} and (
      (moves.step_id is null and application.status <> 'PENDING')
      or (moves.step_id = moves.last_id
        and (application.status <> moves.status or application.last_step_id <> moves.step_id))
      or moves.left_status = moves.status
      or moves.left_status = 'WITHDRAWN'
      or (moves.left_status <> 'PENDING' and moves.status in ('ACCEPTED', 'DECLINED')))`.execute(
    app.engine.owner,
  );
  return rows;
}

test('CON-2 when fifty applicants are accepted at once, the last place is given once', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const study = await publish(1);
    const ids = await addApplicants(app, study.id, CALLERS);
    const answers = await Promise.all(ids.map((id, index) => decideAt(index, study.id, [id], accept)));
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
    expect(answers.flatMap(({ content }) => content.decided)).toHaveLength(1);
    const refused = answers.flatMap(({ content }) => content.undecided);
    expect(new Set(refused.map(({ because }) => because))).toEqual(new Set(['NO_PLACE_LEFT']));
    expect(await readPlaceCounts(app, study.id)).toEqual({ counted: 1, accepted: 1, wanted: 1 });
    expect(await wrongHistories(study.id)).toEqual([]);
  }
});

test('CON-2 used places equal accepted applicants during acceptances, undos and withdrawals', async () => {
  const places = 3;
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const study = await publish(places);
    const own = await Promise.all(
      participants.map(async (person) => ({ person, id: (await apply(app, person, study)).content.id })),
    );
    const ids = [...own.map(({ id }) => id), ...(await addApplicants(app, study.id, 15))];
    const moves = [accept, resetToPending, accept, decline];
    const answers = await Promise.all([
      ...Array.from({ length: CALLERS - own.length }, (_, index) => {
        // The lists overlap and start differently: locking in the given order would deadlock.
        const list = [...ids.slice(index % ids.length), ...ids.slice(0, index % ids.length)].slice(0, 6);
        return decideAt(
          index,
          study.id,
          index % 2 === 0 ? list : list.toReversed(),
          moves[index % 4] ?? accept,
        );
      }),
      ...own.map(({ person, id }, index) =>
        (index % 2 === 0 ? app.call : callNode)(withdrawApplication, { as: person, params: { id } }),
      ),
    ]);
    for (const { status, json } of answers) {
      // A notified decline wins over a withdrawal.
      if (status !== 200) expect(json).toMatchObject({ code: 'APPLICATION_IS_DECLINED' });
    }
    const { counted, accepted } = await readPlaceCounts(app, study.id);
    expect(counted).toBe(accepted);
    expect(counted).toBeLessThanOrEqual(places);
    expect(await wrongHistories(study.id)).toEqual([]);
  }
});

test('CON-8 of fifty concurrent decisions on one applicant, exactly one succeeds, in one step', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const study = await publish(2);
    const ids = await addApplicants(app, study.id, 1);
    const answers = await Promise.all(
      Array.from({ length: CALLERS }, (_, index) =>
        decideAt(index >> 1, study.id, ids, (index + round) % 2 === 0 ? accept : decline),
      ),
    );
    expect(answers.flatMap(({ content }) => content.decided)).toEqual(ids);
    const { rows } = await sql<{ status: string; reason: string | null }>`
      select step.status, step.reason from project.application_steps as step
      where application_id = ${ids[0] ?? ''}`.execute(app.engine.owner);
    expect(rows).toHaveLength(1);
    const because = `IS_${rows[0]?.status}`;
    expect(new Set(answers.flatMap(({ content }) => content.undecided.map((one) => one.because)))).toEqual(
      new Set([because]),
    );
    expect(await readPlaceCounts(app, study.id)).toMatchObject(
      because === 'IS_ACCEPTED' ? { counted: 1, accepted: 1 } : { counted: 0, accepted: 0 },
    );
    outcomes.add(because);
  }
  // Only many rounds show both winners.
  if (IS_LONG_RACE) expect(outcomes.size).toBe(2);
});

test('NT4 after concurrent decisions and notifications, each applicant’s last notification shows their final status', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const study = await publish(6);
    const ids = await addApplicants(app, study.id, 12);
    const moves = [accept, resetToPending, decline, resetToPending];
    for (const [step, move] of moves.entries()) {
      await Promise.all(
        ids.map((id, index) => decideAt(index + step, study.id, [id], index % 3 === 0 ? accept : move)),
      );
    }
    await notifyOfDecisions(app);
    const { rows } = await sql`
      select application.application_id, application.status, notified.status as notified
      from project.applications as application
      left join project.application_steps as notified on notified.step_id = application.notified_step_id
      where application.study_id = ${study.id} and application.status <> coalesce(notified.status, 'PENDING')`.execute(
      app.engine.owner,
    );
    expect(rows).toEqual([]);
    const twice = await sql`
      select key from project.notifications where key like 'decision:%' group by key having count(*) > 1`.execute(
      app.engine.owner,
    );
    expect(twice.rows).toEqual([]);
    expect(await wrongHistories(study.id)).toEqual([]);
  }
});
