import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { deleteStudy } from '@app/contracts/project/studies.ts';
import { startTestApp } from '../../../../test/app.ts';
import type { TestApp } from '../../../../test/app.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { apply, makeProject, makePublished } from '../../test/studies.ts';

let app: TestApp;
let researcher: SignedInUser;
let participants: SignedInUser[];
let projectId: string;

beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
  participants = await Promise.all(
    Array.from({ length: 4 }, () => registerParticipant(app, { withProfile: true })),
  );
  projectId = (await makeProject(app, researcher)).id;
});
afterAll(() => app.close());

async function countOf(text: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  const { rows } = await text.execute(app.engine.owner);
  return rows[0]?.count ?? Number.NaN;
}

test('S-405 fifty applications of one person at once are one', async () => {
  const [person] = participants;
  if (!person) throw new Error('There are four');
  const study = await makePublished(app, researcher, { projectId });
  const answers = await Promise.all(Array.from({ length: 50 }, () => apply(app, person, study)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  const path = `/dashboard/study-applicants/${study.id}`;
  expect(await countOf(sql`select count(*) from project.applications where study_id = ${study.id}`)).toBe(1);
  expect(await countOf(sql`select count(*) from project.notifications where path = ${path}`)).toBe(1);
});

test('S-316 a study deleted while people apply: whoever applied is told, nobody else is left with a trace', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 40; round += 1) {
    const study = await makePublished(app, researcher, { projectId });
    // Now one side begins a little earlier, now the other.
    const head = round % 10;
    const [removed, ...applied] = await Promise.all([
      setTimeout(head).then(() => app.call(deleteStudy, { as: researcher, params: { id: study.id } })),
      ...participants.map((person, index) =>
        setTimeout((9 - head) * index).then(() => apply(app, person, study)),
      ),
    ]);
    expect(removed.status).toBe(204);
    for (const { status, json } of applied) {
      if (status !== 201) expect(['STUDY_NOT_FOUND', 'STUDY_NOT_OPEN']).toContain(json['code']);
    }
    const admitted = applied.filter(({ status }) => status === 201).length;
    outcomes.add(
      admitted === 0 ? 'all too late' : admitted === applied.length ? 'all in time' : 'some in time',
    );
    const ofStudy = `study-closed:${study.id}:%`;
    const state = await sql<{ state: string }>`
      select state from project.studies where study_id = ${study.id}`.execute(app.engine.owner);
    expect(state.rows).toEqual(admitted === 0 ? [] : [{ state: 'CLOSED' }]);
    expect(await countOf(sql`select count(*) from project.applications where study_id = ${study.id}`)).toBe(
      admitted,
    );
    expect(await countOf(sql`select count(*) from project.notifications where key like ${ofStudy}`)).toBe(
      admitted,
    );
  }
  // The rounds really overlapped.
  expect(outcomes).toContain('some in time');
});
