import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { barPerson } from '@app/contracts/project/people.ts';
import { publishStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import type { TestApp } from '../../../../test/app.ts';
import { startTestApp } from '../../../../test/app.ts';
import { registerResearcher } from '../../../../test/people.ts';
import { serviceToken } from '../../../../test/samples/world.ts';
import { RACE_ROUNDS } from '../../../../test/sizes.ts';
import { makeDraft, makeInState, makeProject, planBody } from '../../test/studies.ts';

const STUDIES = 10;
let app: TestApp;
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});
afterAll(() => app.close());

let version = 0;
const bar = async (isBarred: boolean, at = (version += 1)) =>
  app.call(barPerson, {
    // A token is good for a minute.
    as: { token: await serviceToken({ app }, 'identity', 'project') },
    params: { userId: researcher.userId },
    body: { version: at, isBarred },
  });
const open = async () =>
  (
    await sql<{ open: number }>`
      select count(*)::int as open from project.studies as study join project.projects as project using (project_id)
      where project.creator_id = ${researcher.userId} and study.state = 'PUBLISHED'`.execute(app.engine.owner)
  ).rows[0]?.open;

test('of a bar and publishes at once nothing stays open: what came first is paused, what came after is refused', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    await bar(false);
    const drafts = await Promise.all(
      Array.from({ length: STUDIES }, () => makeDraft(app, researcher, { projectId })),
    );
    const paused = await makeInState(app, researcher, 'PAUSED', { projectId });
    const answers = await Promise.all([
      ...drafts.map(({ id }) => app.call(publishStudy, { as: researcher, params: { id }, body: planBody() })),
      bar(true),
      app.call(resumeStudy, { as: researcher, params: { id: paused.id } }),
    ]);
    expect(answers.every(({ status }) => [200, 204, 403].includes(status))).toBe(true);
    expect(await open()).toBe(0);
  }
});

test('what is told late changes nothing', async () => {
  await bar(true);
  await bar(false);
  expect((await bar(true, version - 1)).status).toBe(204);
  const draft = await makeDraft(app, researcher, { projectId });
  const answer = await app.call(publishStudy, {
    as: researcher,
    params: { id: draft.id },
    body: planBody(),
  });
  expect(answer.status).toBe(200);
});
