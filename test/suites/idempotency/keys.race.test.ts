import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import { createProject } from '@app/contracts/project/projects.ts';
import { applyToStudy } from '@app/contracts/project/applications.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { makeProject, makePublished, responsesTo } from '../../../services/project/test/studies.ts';
import { type TestApp, useApp } from '../../support/app.ts';
import { registerParticipant, registerResearcher } from '../../support/people.ts';
import { CALLERS, RACE_ROUNDS } from '../../support/sizes.ts';

const app = useApp();
let nodes: TestApp['call'][];
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  nodes = [app.call, await app.startNode()];
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
});

interface Asked {
  as: SignedInUser;
  params?: Record<string, string>;
  body: object;
}

/** All callers send one key to two nodes at once: one succeeds, and the others only have to wait. */
async function race(endpoint: EndpointShape, key: string, asked: Asked): Promise<string> {
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) =>
      nodes[index % nodes.length]!(endpoint, { ...asked, headers: { 'idempotency-key': key } }),
    ),
  );
  const waiting = answers.filter(({ json }) => json['code'] === 'IN_FLIGHT');
  const others = answers.filter(({ json }) => json['code'] !== 'IN_FLIGHT');
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201]));
  const replies = new Set(others.map(({ json }) => JSON.stringify(json)));
  expect(replies.size).toBe(1);
  expect(others.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  for (const { headers } of waiting) expect(headers['retry-after']).toBe('1');
  const [reply = ''] = replies;
  return reply;
}

const countMatchingRows = async (found: ReturnType<typeof sql>) =>
  (await found.execute(app.engine.owner)).rows.length;

test('CON-6 fifty concurrent requests for the same new project create one', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const key = crypto.randomUUID();
    await race(createProject, key, {
      as: researcher,
      body: { creatorId: researcher.userId, projectName: key },
    });
    expect(await countMatchingRows(sql`select 1 from project.projects where project_name = ${key}`)).toBe(1);
  }
});

test('CON-6 fifty concurrent requests for the same application create one', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const study = await makePublished(app, researcher, { projectId });
    await race(applyToStudy, crypto.randomUUID(), {
      as: participant,
      params: { id: study.id },
      body: { applicantId: participant.userId, responses: responsesTo(study) },
    });
    expect(
      await countMatchingRows(sql`select 1 from project.applications where study_id = ${study.id}`),
    ).toBe(1);
    expect(
      await countMatchingRows(
        sql`select 1 from project.notifications where kind = 'NEW_APPLICANT' and params ->> 'studyId' = ${study.id}`,
      ),
    ).toBe(1);
  }
});

test('FLT-1 of fifty requests that find an abandoned claim, one takes it over and finds the result', async () => {
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const key = crypto.randomUUID();
    const asked = { as: researcher, body: { creatorId: researcher.userId, projectName: key } };
    const first = await app.call(createProject, { ...asked, headers: { 'idempotency-key': key } });
    await sql`
        update project.idempotency_keys set answer = null, claimed_at = now() - interval '31 seconds'
        where answer is not null`.execute(app.engine.owner);
    expect(await race(createProject, key, asked)).toBe(JSON.stringify(first.json));
    expect(await countMatchingRows(sql`select 1 from project.projects where project_name = ${key}`)).toBe(1);
  }
});
