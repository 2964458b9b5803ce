import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Decision } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { tellDecisions } from '#test/applicants.ts';
import {
  type OneApplicant,
  accept,
  decline,
  meetOneApplicant,
  takeBack,
} from '@app/test/support/one-applicant.ts';
import { apply, makePublished } from '#test/studies.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let one: OneApplicant;
beforeAll(async () => {
  one = await meetOneApplicant(app);
});

const withdraw = (id: string, as = one.participant) => app.call(withdrawApplication, { as, params: { id } });
type Told = Omit<Decision, 'applicationIds'>[];
const withdrawn = 'WITHDRAWN';
/** The told decision, the decision since then that is not told, and what withdrawing comes to. */
const table: [name: string, told: Told, untold: Told, outcome: string, seen: string[]][] = [
  ['pending', [], [], withdrawn, ['PENDING', withdrawn]],
  ['accepted', [accept], [], withdrawn, ['PENDING', 'ACCEPTED', withdrawn]],
  ['declined', [decline], [], 'APPLICATION_IS_DECLINED', ['PENDING', 'DECLINED']],
  ['accepted, not told', [], [accept], withdrawn, ['PENDING', withdrawn]],
  ['declined, not told', [], [decline], withdrawn, ['PENDING', withdrawn]],
  [
    'accepted and told, then declined',
    [accept],
    [takeBack, decline],
    withdrawn,
    ['PENDING', 'ACCEPTED', withdrawn],
  ],
  [
    'declined and told, then taken back',
    [decline],
    [takeBack],
    'APPLICATION_IS_DECLINED',
    ['PENDING', 'DECLINED'],
  ],
  [
    'declined and told, then accepted',
    [decline],
    [takeBack, accept],
    'APPLICATION_IS_DECLINED',
    ['PENDING', 'DECLINED'],
  ],
  [
    'accepted, told and taken back',
    [accept, takeBack],
    [],
    withdrawn,
    ['PENDING', 'ACCEPTED', 'PENDING', withdrawn],
  ],
];
test('AP1 what withdrawing does to each status, and nobody is told later of a decision that they withdrew from', async () => {
  const applications: { study: Study; id: string }[] = [];
  for (const [name] of table) applications.push(await one.applied(`Withdrawn when ${name}`));
  for (const time of [0, 1]) {
    for (const [index, [, told]] of table.entries())
      await one.decideOn(applications[index]!, ...told.slice(time, time + 1));
    await tellDecisions(app);
  }
  for (const [index, [name, , untold, outcome, seen]] of table.entries()) {
    const application = applications[index]!;
    await one.decideOn(application, ...untold);
    const { status, json } = await withdraw(application.id);
    const isWithdrawn = outcome === withdrawn;
    expect([name, status, json['code']]).toEqual(isWithdrawn ? [name, 200, undefined] : [name, 409, outcome]);
    expect([name, ...(await one.historySeen(application.id))]).toEqual([name, ...seen]);
    const { rows } = await sql<{ taken: number; status: string }>`
      select accepted_count::int as taken, status from project.studies
      join project.applications using (study_id) where application_id = ${application.id}`.execute(
      app.engine.owner,
    );
    expect(rows[0]?.taken).toBe(rows[0]?.status === 'ACCEPTED' ? 1 : 0);
    expect(rows[0]?.status === withdrawn).toBe(isWithdrawn);
  }

  const before = await one.toldOf('Withdrawn when');
  await tellDecisions(app);
  for (const [index, [, , , outcome, seen]] of table.entries())
    if (outcome === withdrawn) expect(await one.historySeen(applications[index]!.id)).toEqual(seen);
  const news = (await one.toldOf('Withdrawn when')).slice(0, -before.length);
  expect(news.map((message) => /Withdrawn when ([^”]*)/.exec(message)?.[1] ?? '').toSorted()).toEqual([
    'declined and told, then accepted',
    'declined and told, then taken back',
  ]);
});

test('twice is once: one step, one notification to the researcher, one line in the audit', async () => {
  const study = await makePublished(app, one.researcher, {
    projectId: one.projectId,
    name: 'Plantain, wave 3',
  });
  const { id } = (await apply(app, one.participant, study)).content;
  const first = await withdraw(id);
  expect(first.content.history.at(-1)).toMatchObject({ status: withdrawn, by: 'APPLICANT', reason: null });
  expect(await withdraw(id)).toMatchObject({ status: 200, content: first.content });
  const told = await app.call(listNotifications, { as: one.researcher, query: { size: 2 } });
  expect(told.content).toMatchObject([
    {
      message: 'Someone withdrew their application to “Plantain, wave 3”.',
      path: `/dashboard/study-applicants/${study.id}?applicant=${id}`,
    },
    { message: 'Someone applied to “Plantain, wave 3”.' },
  ]);
  const count = await sql`
    select (select count(*)::int from project.application_steps where application_id = ${id}) as steps,
      (select count(*)::int from project.audit where event = 'APPLICATION_WITHDRAWN' and about = ${id}
        and user_id = ${one.participant.userId}) as noted`.execute(app.engine.owner);
  expect(count.rows).toEqual([{ steps: 1, noted: 1 }]);
  expect((await apply(app, one.participant, study)).json).toMatchObject({ code: 'ALREADY_APPLIED' });
});
