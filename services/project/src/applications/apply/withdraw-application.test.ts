import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Decision } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { useApp } from '@app/test/support/app.ts';
import { notifyOfDecisions } from '#test/applicants.ts';
import {
  type OneApplicant,
  accept,
  decline,
  meetOneApplicant,
  resetToPending,
} from '@app/test/support/one-applicant.ts';
import { apply, makePublished } from '#test/studies.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let one: OneApplicant;
beforeAll(async () => {
  one = await meetOneApplicant(app);
});

const withdraw = (id: string, as = one.participant) => app.call(withdrawApplication, { as, params: { id } });
type Decisions = Omit<Decision, 'applicationIds'>[];
const withdrawn = 'WITHDRAWN';
const table: [name: string, decisions: Decisions, outcome: string, seen: string[]][] = [
  ['pending', [], withdrawn, ['PENDING', withdrawn]],
  ['accepted', [accept], withdrawn, ['PENDING', 'ACCEPTED', withdrawn]],
  ['declined', [decline], 'APPLICATION_IS_DECLINED', ['PENDING', 'DECLINED']],
  ['accepted and undone', [accept, resetToPending], withdrawn, ['PENDING', withdrawn]],
  ['declined and undone', [decline, resetToPending], withdrawn, ['PENDING', withdrawn]],
];
test('AP1 the effect of a withdrawal on each status; earlier decisions are no longer notified', async () => {
  for (const [name, decisions, outcome, seen] of table) {
    const application = await one.applied(`Withdrawn when ${name}`);
    await one.decideOn(application, ...decisions);
    const { status, json } = await withdraw(application.id);
    const isWithdrawn = outcome === withdrawn;
    expect([name, status, json['code']]).toEqual(isWithdrawn ? [name, 200, undefined] : [name, 409, outcome]);
    expect([name, ...(await one.historySeen(application.id))]).toEqual([name, ...seen]);
    const { rows } = await sql<{ taken: number; status: string }>`
      select accepted_count::int as taken, status from project.studies
      join project.applications using (study_id) where application_id = ${application.id}`.execute(
      app.engine.owner,
    );
    expect(rows[0]).toEqual({ taken: 0, status: isWithdrawn ? withdrawn : 'DECLINED' });
  }
  await notifyOfDecisions(app);
  expect(await one.findNotificationTexts('Withdrawn when')).toEqual([expect.stringContaining('declined')]);
});

test('a repeated withdrawal counts once: one step, one notification to the researcher, one audit entry', async () => {
  const study = await makePublished(app, one.researcher, {
    projectId: one.projectId,
    name: 'Plantain, wave 3',
  });
  const { id } = (await apply(app, one.participant, study)).content;
  const first = await withdraw(id);
  expect(first.content.history.at(-1)).toMatchObject({ status: withdrawn, by: 'APPLICANT', reason: null });
  expect(await withdraw(id)).toMatchObject({ status: 200, content: first.content });
  const listed = await app.call(listNotifications, { as: one.researcher, query: { size: 2 } });
  expect(listed.content).toMatchObject([
    {
      message: 'Someone withdrew their application to “Plantain, wave 3”.',
      path: `/dashboard/study-applicants/${study.id}?applicant=${id}`,
    },
    { message: 'Someone applied to “Plantain, wave 3”.' },
  ]);
  const count = await sql`
    select (select count(*)::int from project.application_steps where application_id = ${id}) as steps,
      (select count(*)::int from project.audit where event = 'APPLICATION_WITHDRAWN' and about = ${id}
        and user_id = ${one.participant.userId}) as recorded`.execute(app.engine.owner);
  expect(count.rows).toEqual([{ steps: 1, recorded: 1 }]);
  expect((await apply(app, one.participant, study)).json).toMatchObject({ code: 'ALREADY_APPLIED' });
});
