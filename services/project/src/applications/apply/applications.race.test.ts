import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { closeStudy, deleteStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { CALLERS, IS_LONG_RACE, RACE_ROUNDS } from '@app/test/support/sizes.ts';
import { countNotifiedOfClosing } from '#test/applicants.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let participants: SignedInUser[];
let projectId: string;

beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participants = await Promise.all(
    Array.from({ length: 4 }, () => registerParticipant(app, { withProfile: true })),
  );
  projectId = (await makeProject(app, researcher)).id;
});

async function readCount(text: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  const { rows } = await text.execute(app.engine.owner);
  return rows[0]?.count ?? Number.NaN;
}

test('CON-1 fifty concurrent applications of one person create one application', async () => {
  const [person] = participants;
  if (!person) throw new Error('There are four');
  for (let round = 0; round < RACE_ROUNDS; round += 1) {
    const study = await makePublished(app, researcher, { projectId });
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => apply(app, person, study)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(CALLERS - 1);
    for (const { json } of refused) expect(json).toMatchObject({ status: 409, code: 'ALREADY_APPLIED' });
    expect(await readCount(sql`select count(*) from project.applications where study_id = ${study.id}`)).toBe(
      1,
    );
    expect(
      await readCount(
        sql`select count(*) from project.notifications where kind = 'NEW_APPLICANT' and params ->> 'studyId' = ${study.id}`,
      ),
    ).toBe(1);
  }
});

const transitions = [
  {
    name: 'paused',
    transition: pauseStudy,
    code: 'STUDY_IS_PAUSED',
    left: { state: 'PAUSED', isDeleted: false },
  },
  {
    name: 'closed',
    transition: closeStudy,
    code: 'STUDY_IS_CLOSED',
    left: { state: 'CLOSED', isDeleted: false },
  },
  {
    name: 'deleted',
    transition: deleteStudy,
    code: 'STUDY_IS_CLOSED',
    left: { state: 'CLOSED', isDeleted: false },
  },
] as const;

describe.each(transitions)(
  'S-316 CON-4 people apply while a study is $name',
  ({ name, transition, code, left }) => {
    test('an application in time is stored and its applicant notified; a later one leaves no trace', async () => {
      const outcomes = new Set<string>();
      for (let round = 0; round < RACE_ROUNDS; round += 1) {
        const study = await makePublished(app, researcher, { projectId });
        // Varying the first side makes both outcomes occur in few rounds.
        const head = (round * 7) % 10;
        const [transitioned, ...applied] = await Promise.all([
          setTimeout(head).then(() => app.call(transition, { as: researcher, params: { id: study.id } })),
          ...participants.map((person, index) =>
            setTimeout((9 - head) * index).then(() => apply(app, person, study)),
          ),
        ]);
        expect(transitioned.status).toBe(name === 'deleted' ? 204 : 200);
        const admitted = applied.filter(({ status }) => status === 201).length;
        const wasDeleted = name === 'deleted' && admitted === 0;
        for (const { status, json } of applied) {
          if (status !== 201) expect(json['code']).toBe(wasDeleted ? 'STUDY_NOT_FOUND' : code);
        }
        outcomes.add(admitted === 0 ? 'none' : admitted === applied.length ? 'all' : 'some');
        const { rows } = await sql`
        select state, deleted_at is not null as "isDeleted" from project.studies
        where study_id = ${study.id}`.execute(app.engine.owner);
        expect(rows).toEqual([wasDeleted ? { state: 'PUBLISHED', isDeleted: true } : left]);
        expect(
          await readCount(sql`select count(*) from project.applications where study_id = ${study.id}`),
        ).toBe(admitted);
        await expect
          .poll(() => countNotifiedOfClosing(app, study.id))
          .toBe(left.state === 'CLOSED' ? admitted : 0);
      }
      // Overlap is chance, so only many rounds show it.
      if (IS_LONG_RACE) expect(outcomes).toContain('some');
    });
  },
);
