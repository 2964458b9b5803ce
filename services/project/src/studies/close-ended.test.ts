import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { pauseStudy } from '@app/contracts/project/study-calls.ts';
import { startJobSql } from '../../../../kit/test/start-job.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;

beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  participant = await registerParticipant(app, { withProfile: true });
  projectId = (await makeProject(app, researcher)).id;
});

/** Makes all slots past, as two weeks later. */
const endSlots = (studyId: string) =>
  sql`
    with slots as (update project.study_slots set starts_at = starts_at - interval '14 days' where study_id = ${studyId})
    update project.studies set available_dates = '["2026-01-05"]', ends_at = '-infinity' where study_id = ${studyId}`.execute(
    app.engine.owner,
  );
const closeNow = () => sql.raw(startJobSql('project', 'endings')).execute(app.engine.owner);
const read = async (id: string) => {
  const { content } = await app.call(readStudy, { as: researcher, params: { id } });
  if (content.audience !== 'RESEARCHER') throw new Error('Only its researcher reads the study');
  return content;
};
const findNotifications = async (as: SignedInUser) =>
  (await app.call(listNotifications, { as, query: { size: 100 } })).content.map(({ message }) => message);

test('AV1 a study whose meeting times are all past closes automatically, and everyone concerned is notified', async () => {
  const study = await makePublished(app, researcher, { projectId, name: 'Over', publicName: 'Over soon' });
  const paused = await makePublished(app, researcher, { projectId, name: 'Paused' });
  const ongoing = await makePublished(app, researcher, { projectId, name: 'Going on' });
  await app.call(pauseStudy, { as: researcher, params: { id: paused.id } });
  expect((await apply(app, participant, study)).status).toBe(201);
  await endSlots(study.id);
  await endSlots(paused.id);
  await closeNow();
  await expect.poll(async () => (await read(study.id)).state).toBe('CLOSED');
  expect(await read(paused.id)).toMatchObject({ state: 'CLOSED', version: paused.version + 2 });
  expect(await read(ongoing.id)).toMatchObject({ state: 'PUBLISHED' });
  await expect
    .poll(() => findNotifications(participant))
    .toContain('“Over soon” is now closed. We keep your answers.');
  expect(await findNotifications(researcher)).toContain('“Over” is over, so it is now closed.');
  const { content } = await app.call(listNotifications, { as: researcher, query: { size: 100 } });
  const ended = content.filter(({ kind }) => kind === 'STUDY_ENDED').map(({ path }) => path);
  expect(ended).toContain(`/dashboard/study/${study.id}`);

  await closeNow();
  const { rows } = await sql<{ recorded: number }>`
    select count(*)::int as recorded from project.audit where event = 'STUDY_CLOSED' and about = ${study.id}`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ recorded: 1 }]);
});

test('AV1 in the minutes before that, no one can apply any more', async () => {
  const study = await makePublished(app, researcher, { projectId });
  await endSlots(study.id);
  const late = await registerParticipant(app, { withProfile: true });
  expect(await apply(app, late, study)).toMatchObject({ status: 409, json: { code: 'STUDY_IS_CLOSED' } });
  expect((await app.call(readStudy, { as: late, params: { id: study.id } })).status).toBe(404);
  await closeNow();
  await expect.poll(async () => (await read(study.id)).state).toBe('CLOSED');
  const open = await app.call(browseStudies, { as: late, query: { size: 100 } });
  expect(open.content.map(({ id }) => id)).not.toContain(study.id);
});
