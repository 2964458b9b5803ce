import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createProject, readProject } from '@app/contracts/project/projects.ts';
import { type Answer, type TestApp, useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { CALLERS } from '@app/test/support/sizes.ts';

const MOST = 5;
const app = useApp({
  PROJECTS_PER_PERSON_PER_DAY: MOST,
  NOT_FOUND_PER_PERSON_PER_HOUR: MOST,
});

test('ABU-3 ABU-5 nodes share the limits on creating and looking up, also with a node that starts later', async () => {
  const person = await registerResearcher(app, { verified: true });
  const callSecondNode = await app.startNode();
  const body = { creatorId: person.userId, projectName: 'Market payments' };
  const create = (call: TestApp['call']) => call(createProject, { as: person, body });
  const lookUp = (call: TestApp['call']) => call(readProject, { as: person, params: { id: randomUUID() } });
  const outcomes = async (ask: (call: TestApp['call']) => Promise<Answer>) => {
    const callers = Array.from({ length: CALLERS }, (_, index) =>
      ask(index % 2 === 0 ? app.call : callSecondNode),
    );
    return Object.groupBy(await Promise.all(callers), ({ status }) => status);
  };

  const created = await outcomes(create);
  expect([created[201]?.length, created[429]?.length]).toEqual([MOST, CALLERS - MOST]);
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from project.projects`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ many: MOST }]);
  const lookUps = await outcomes(lookUp);
  expect([lookUps[404]?.length, lookUps[429]?.length]).toEqual([MOST, CALLERS - MOST]);

  const callRestarted = await app.startNode();
  expect((await create(callRestarted)).status).toBe(429);
  expect((await lookUp(callRestarted)).status).toBe(429);
});
