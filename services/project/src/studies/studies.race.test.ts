import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { deleteProject } from '@app/contracts/project/projects.ts';
import { createStudy, publishStudy } from '@app/contracts/project/studies.ts';
import { startTestApp } from '../../../../test/app.ts';
import type { TestApp } from '../../../../test/app.ts';
import { registerResearcher } from '../../../../test/people.ts';
import { makeDraft, makeProject, planBody, studyBody } from '../../test/studies.ts';

let app: TestApp;
let researcher: SignedInUser;

beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
});
afterAll(() => app.close());

test('S-315 twenty equal publishes at once are one', async () => {
  const draft = await makeDraft(app, researcher, { projectId: (await makeProject(app, researcher)).id });
  const params = { id: draft.id };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.call(publishStudy, { as: researcher, params, body: planBody() })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ content }) => content.publishedAt)).size).toBe(1);
  const slots = await sql<{ count: number }>`
    select count(*) from project.study_slots where study_id = ${draft.id}`.execute(app.engine.owner);
  expect(slots.rows).toEqual([{ count: 6 }]);
});

test('S-315 of twenty different plans at once, one wins whole', async () => {
  const draft = await makeDraft(app, researcher, { projectId: (await makeProject(app, researcher)).id });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      app.call(publishStudy, {
        as: researcher,
        params: { id: draft.id },
        body: planBody({ desiredNumberOfParticipants: index + 1 }),
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
});

test('S-302 a project deleted while a draft of it is published, or one is added: one of the two happens', async () => {
  for (let round = 0; round < 30; round += 1) {
    const { id: projectId } = await makeProject(app, researcher);
    const draft = await makeDraft(app, researcher, { projectId });
    const [removed, published, added] = await Promise.all([
      app.call(deleteProject, { as: researcher, params: { id: projectId } }),
      app.call(publishStudy, { as: researcher, params: { id: draft.id }, body: planBody() }),
      app.call(createStudy, { as: researcher, body: studyBody(projectId) }),
    ]);
    const left = await sql<{ state: string }>`
      select state from project.studies where project_id = ${projectId} order by state`.execute(
      app.engine.owner,
    );
    const states = left.rows.map(({ state }) => state);
    if (removed.status === 204) {
      expect(published.status).toBe(404);
      expect([201, 404]).toContain(added.status);
      expect(states).toEqual([]);
    } else {
      expect(removed.json['code']).toBe('PROJECT_HAS_OPEN_STUDIES');
      expect([published.status, added.status]).toEqual([200, 201]);
      expect(states).toEqual(['DRAFT', 'PUBLISHED']);
    }
  }
});
