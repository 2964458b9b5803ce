import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import * as projects from '@app/contracts/project/projects.ts';
import { STUDY_STATES, type Study } from '@app/contracts/project/studies.ts';
import { deleteStudy, editStudy, publishStudy, restoreStudy } from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeInState, makeProject, makePublished, planBody } from '#test/studies.ts';
import type { ProjectTables } from '../schema.ts';
import { deleteOldDeletedStudies } from './erase-studies.ts';

const app = useApp();
let owner: SignedInUser;
let other: SignedInUser;
let participant: SignedInUser;
let projectId: string;

beforeAll(async () => {
  // Old rows are deleted when these tests say so, and not on schedule.
  await sql`delete from project_jobs.schedule where name = 'retention'`.execute(app.engine.owner);
  [owner, other, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, owner)).id;
});

const notFound = { status: 404, json: { code: 'STUDY_NOT_FOUND' } };
const at = (study: Pick<Study, 'id'>) => ({ as: owner, params: { id: study.id } });
const remove = (study: Pick<Study, 'id'>) => app.call(deleteStudy, at(study));
const restore = (study: Pick<Study, 'id'>, headers: Record<string, string> = {}) =>
  app.call(restoreStudy, { ...at(study), headers });
const read = (study: Pick<Study, 'id'>) => app.call(readStudy, at(study));

async function makeOlder({ id }: Pick<Study, 'id'>, interval: string): Promise<void> {
  await sql`
    update project.studies set deleted_at = deleted_at - ${interval}::interval where study_id = ${id}`.execute(
    app.engine.owner,
  );
}

describe('S-316', () => {
  test.each(STUDY_STATES)('a deleted %s study is not found, and is restored unchanged', async (state) => {
    const { id } = await makeProject(app, owner);
    const study = await makeInState(app, owner, state, { projectId: id });
    const inProject = async () => {
      const [one, all, listed] = await Promise.all([
        app.call(projects.readProject, { as: owner, params: { id } }),
        app.call(projects.listProjects, { as: owner, query: { size: 100 } }),
        app.call(projects.listProjectStudies, { as: owner, params: { id } }),
      ]);
      const counts = [one.content, all.content.find((project) => project.id === id)];
      expect(new Set(counts.map((project) => project?.studyCount))).toEqual(
        new Set([listed.json['totalElements']]),
      );
      return listed.content.map((summary) => summary.id);
    };
    const isBrowsed = async () => {
      const { content } = await app.call(browseStudies, { as: participant, query: { size: 100 } });
      return content.some((card) => card.id === study.id);
    };
    expect(await inProject()).toEqual([study.id]);
    expect(await isBrowsed()).toBe(state === 'PUBLISHED');

    expect((await remove(study)).status).toBe(204);
    expect(await inProject()).toEqual([]);
    expect(await isBrowsed()).toBe(false);
    const calls = [
      read(study),
      remove(study),
      app.call(editStudy, { ...at(study), body: { name: 'Still there?' } }),
      app.call(publishStudy, { ...at(study), body: planBody() }),
      app.call(listApplicants, at(study)),
      app.call(readStudy, { as: participant, params: { id: study.id } }),
      apply(app, participant, study),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject(notFound);

    const restored = await restore(study);
    expect(restored).toMatchObject({ status: 200, content: study });
    expect(restored.headers['etag']).toBe(`"${study.version}"`);
    expect((await read(study)).content).toEqual(study);
    expect(await inProject()).toEqual([study.id]);
    expect(await isBrowsed()).toBe(state === 'PUBLISHED');
    expect((await restore(study)).content).toEqual(study);
    const events = await sql<{ event: string }>`
      select event from project.audit where about = ${study.id} order by at desc limit 2`.execute(
      app.engine.owner,
    );
    expect(events.rows.map(({ event }) => event)).toEqual(['STUDY_RESTORED', 'STUDY_DELETED']);
    if (state !== 'PUBLISHED') return;
    expect((await apply(app, participant, study)).status).toBe(201);
    const slots = await sql`select from project.study_slots where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
    expect(slots.rows).toHaveLength(6);
  });

  test('after a day a deleted study cannot be restored, nor one whose project is deleted', async () => {
    const [young, old] = [
      await makePublished(app, owner, { projectId }),
      await makePublished(app, owner, { projectId }),
    ];
    for (const study of [young, old]) await remove(study);
    await makeOlder(young, '23 hours 59 minutes');
    await makeOlder(old, '24 hours');
    expect(await restore(old)).toMatchObject(notFound);
    expect((await restore(young)).status).toBe(200);

    const { id } = await makeProject(app, owner);
    const study = await makePublished(app, owner, { projectId: id });
    await remove(study);
    expect((await app.call(projects.deleteProject, { as: owner, params: { id } })).status).toBe(204);
    expect(await restore(study)).toMatchObject(notFound);
    // The retention job removes it a day after its own deletion.
    const left = async () =>
      (await sql`select from project.studies where study_id = ${study.id}`.execute(app.engine.owner)).rows
        .length;
    expect(await left()).toBe(1);
    await makeOlder(study, '24 hours');
    await deleteOldDeletedStudies(app.engine.connect<ProjectTables>('project_app'), 100);
    expect(await left()).toBe(0);
  });

  test('only its researcher restores a study, and only in the version that they name', async () => {
    const study = await makePublished(app, owner, { projectId });
    await remove(study);
    expect(await app.call(restoreStudy, { as: other, params: { id: study.id } })).toMatchObject(notFound);
    const stale = await restore(study, { 'if-match': '"99"' });
    expect(stale).toMatchObject({ status: 412, json: { code: 'STALE' } });
    expect(await read(study)).toMatchObject(notFound);
    expect((await restore(study, { 'if-match': `"${study.version}"` })).status).toBe(200);
    // A study that is not deleted is returned unchanged.
    expect((await restore(study, { 'if-match': '"99"' })).content).toEqual(study);
  });

  test.each(['PUBLISHED', 'PAUSED', 'CLOSED'] as const)(
    'deleting a %s study with an applicant closes it instead, even after a withdrawal',
    async (state) => {
      const applicant = await registerParticipant(app, { withProfile: true });
      const study = await makePublished(app, owner, { projectId });
      expect((await apply(app, applicant, study)).status).toBe(201);
      await sql`
        update project.applications set status = 'WITHDRAWN'
        where study_id = ${study.id}`.execute(app.engine.owner);
      await sql`
        update project.studies set state = ${state}::text,
          closed_at = case when ${state}::text = 'CLOSED' then now() end
        where study_id = ${study.id}`.execute(app.engine.owner);
      const before = (await read(study)).content;
      const headers = { 'if-match': '"99"' };
      const refused = await app.call(deleteStudy, { ...at(study), headers });
      expect(refused.status).toBe(state === 'CLOSED' ? 204 : 412);
      expect((await read(study)).content).toEqual(before);
      expect((await remove(study)).status).toBe(204);
      expect((await remove(study)).status).toBe(204);
      expect((await read(study)).content).toMatchObject({
        state: 'CLOSED',
        version: before.version + (state === 'CLOSED' ? 0 : 1),
      });
    },
  );

  test('studies that can no longer be restored are deleted with their slots, in batches', async () => {
    const { id } = await makeProject(app, owner);
    const made = [];
    for (let number = 0; number < 5; number += 1)
      made.push(await makePublished(app, owner, { projectId: id }));
    const [restorable, young, ...old] = made;
    if (!restorable || !young) throw new Error('There are five');
    for (const study of [young, ...old]) await remove(study);
    for (const study of old) await makeOlder(study, '24 hours');
    const db = app.engine.connect<ProjectTables>('project_app');
    const deleteOld = async (most: number) => deleteOldDeletedStudies(db, most);
    // Other tests of this file have left some deleted studies.
    while ((await deleteOld(100)) === 100);
    expect(await deleteOld(100)).toBe(0);
    const left = await sql<{ study_id: string; slots: number }>`
      select study_id, (select count(*) from project.study_slots as slot where slot.study_id = study.study_id) as slots
      from project.studies as study where project_id = ${id} order by created_at`.execute(app.engine.owner);
    expect(left.rows).toEqual([restorable, young].map((study) => ({ study_id: study.id, slots: 6 })));
    const orphans = await sql`
      select from project.study_slots where study_id not in (select study_id from project.studies)`.execute(
      app.engine.owner,
    );
    expect(orphans.rows).toHaveLength(0);
    expect((await restore(young)).status).toBe(200);

    for (const study of [restorable, young]) await remove(study);
    for (const study of [restorable, young]) await makeOlder(study, '24 hours');
    expect([await deleteOld(1), await deleteOld(1), await deleteOld(1)]).toEqual([1, 1, 0]);
  });
});
