import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createProject } from '@app/contracts/project/projects.ts';
import { startTestApp } from '../../support/app.ts';
import { registerResearcher } from '../../support/people.ts';

test('ABU-5 calls beyond a limit leave no keys behind', async () => {
  const app = await startTestApp({ PROJECTS_PER_PERSON_PER_DAY: 3 });
  onTestFinished(() => app.close());
  const researcher = await registerResearcher(app, { verified: true });
  const statuses: number[] = [];
  for (let tries = 0; tries < 20; tries += 1) {
    const { status } = await app.call(createProject, {
      as: researcher,
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { creatorId: researcher.userId, projectName: 'One of many' },
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array<number>(3).fill(201), ...Array<number>(17).fill(429)]);
  const { rows } = await sql`select from project.idempotency_keys`.execute(app.engine.owner);
  expect(rows).toHaveLength(3);
});
