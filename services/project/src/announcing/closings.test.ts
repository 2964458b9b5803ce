import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { closeStudy, deleteStudy } from '@app/contracts/project/study-calls.ts';
import { type TestApp, startTestApp } from '@app/test/support/app.ts';
import { openPage, originOf } from '@app/test/support/event-stream.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { addApplicants, toldOfClosing } from '#test/applicants.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

/** More than two windows. */
const CROWD = 12_000;

let app: TestApp;
let researcher: SignedInUser;
let projectId: string;
beforeAll(async () => {
  app = await startTestApp();
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});
afterAll(() => app.close());

const jobsOf = async (studyId: string) => {
  const { rows } = await sql<{ state: string }>`
    select state from project_jobs.job where name = 'closings' and data ->> 'studyId' = ${studyId}`.execute(
    app.engine.owner,
  );
  return rows.map(({ state }) => state);
};
const isIdle = async (studyId: string) => (await jobsOf(studyId)).every((state) => state === 'completed');
const tellAgain = (studyId: string) =>
  sql`
    insert into project_jobs.job (name, data, singleton_key, policy)
    select 'closings', jsonb_build_object('studyId', ${studyId}::text, 'after', after), gen_random_uuid()::text, 'short'
    from unnest(array['00000000-0000-0000-0000-000000000000', '80000000-0000-0000-0000-000000000000']) as after,
      generate_series(1, 2)`.execute(app.engine.owner);

test.each([
  ['closed', closeStudy],
  ['deleted', deleteStudy],
] as const)('S-603 NT4 a study with thousands of applicants is %s, and each is told once', async (_, end) => {
  const study = await makePublished(app, researcher, { projectId });
  const other = await makePublished(app, researcher, { projectId });
  for (const [id, count] of [
    [study.id, CROWD],
    [other.id, 2],
  ] as const)
    await addApplicants(app, id, count);
  await sql`
    update project.applications set status = 'DECLINED', told_status = 'DECLINED' where application_id in (
      select application_id from project.applications where study_id = ${study.id} limit 10)`.execute(
    app.engine.owner,
  );
  // An applicant who was not notified yet counts as one who waits.
  await sql`
    update project.applications set status = 'DECLINED' where application_id in (
      select application_id from project.applications where study_id = ${study.id} and status = 'PENDING' limit 10)`.execute(
    app.engine.owner,
  );
  const given = { as: researcher, params: { id: study.id } };
  for (let time = 0; time < 2; time += 1) expect((await app.call(end, given)).status).toBeLessThan(300);
  await expect.poll(() => isIdle(study.id)).toBe(true);
  expect(await jobsOf(study.id)).toHaveLength(3);
  expect(await toldOfClosing(app, study.id)).toBe(CROWD - 10);
  expect(await toldOfClosing(app, other.id)).toBe(0);

  await tellAgain(study.id);
  await expect.poll(() => isIdle(study.id)).toBe(true);
  expect(await toldOfClosing(app, study.id)).toBe(CROWD - 10);
});

test('D-31 an open page learns of a closing at once', async () => {
  const participant = await registerParticipant(app, { withProfile: true });
  const study = await makePublished(app, researcher, { projectId });
  expect((await apply(app, participant, study)).status).toBe(201);
  const page = await openPage(await originOf(app.process.app), participant);
  onTestFinished(page.leave);
  await expect.poll(() => page.counts.length).toBeGreaterThan(0);
  await app.call(closeStudy, { as: researcher, params: { id: study.id } });
  await expect
    .poll(async () => {
      const { json, content } = await app.call(listNotifications, { as: participant });
      const isTold = content.some(({ message }) => message.includes('is closed now'));
      return isTold && page.counts.at(-1) === json['totalElements'];
    })
    .toBe(true);
});
