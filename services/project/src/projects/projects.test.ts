import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as contract from '@app/contracts/project/projects.ts';
import { closeStudy, createStudy, deleteStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeDraft, makeProject, makePublished, studyBody } from '#test/studies.ts';

const app = useApp();
let owner: SignedInUser;
let other: SignedInUser;
let participant: SignedInUser;

beforeAll(async () => {
  [owner, other, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
});

test('S-301 a project is created with a name and an optional description', async () => {
  const body = { creatorId: owner.userId, projectName: '  Cocoa farmers  ' };
  const created = await app.call(contract.createProject, { as: owner, body });
  expect(created.status).toBe(201);
  expect(created.content).toMatchObject({
    projectName: 'Cocoa farmers',
    description: '',
    creatorId: owner.userId,
    studyCount: 0,
  });
  const read = await app.call(contract.readProject, { as: owner, params: { id: created.content.id } });
  expect(read.content).toEqual(created.content);
});

test('S-301 a project without a name is refused with the form’s message', async () => {
  for (const projectName of [undefined, '', '   ']) {
    const body = { creatorId: owner.userId, projectName };
    const answer = await app.call(contract.createProject, { as: owner, body });
    expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    expect(answer.content).toContainEqual({
      message: 'Please enter your project name',
      field: 'projectName',
      code: 'projectName',
    });
  }
  const long = { creatorId: owner.userId, projectName: 'x'.repeat(51) };
  expect((await app.call(contract.createProject, { as: owner, body: long })).status).toBe(400);
});

test('S-302 S-602 the project list has the caller’s own projects, newest first, in pages', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const made = [];
  for (let number = 1; number <= 12; number += 1)
    made.push(await makeProject(app, researcher, `Project ${number}`));
  const first = await app.call(contract.listProjects, {
    as: researcher,
    query: { creatorId: researcher.userId },
  });
  expect(first.json).toMatchObject({
    totalPages: 2,
    totalElements: 12,
    size: 10,
    number: 0,
    numberOfElements: 10,
  });
  const second = await app.call(contract.listProjects, { as: researcher, query: { page: 1 } });
  expect(second.json).toMatchObject({ totalElements: 12, number: 1, numberOfElements: 2 });
  const names = [...first.content, ...second.content].map(({ projectName }) => projectName);
  // The machine's clock may have been set back meanwhile.
  const newestFirst = made.toSorted((one, next) =>
    `${one.createdAt} ${one.id}` < `${next.createdAt} ${next.id}` ? 1 : -1,
  );
  expect(names).toEqual(newestFirst.map(({ projectName }) => projectName));
  const beyond = await app.call(contract.listProjects, { as: researcher, query: { page: 7 } });
  expect(beyond.json).toMatchObject({ content: [], totalElements: 12, totalPages: 2, number: 7 });
});

test('S-302 editing a project keeps omitted fields', async () => {
  const project = await makeProject(app, owner);
  const edited = await app.call(contract.editProject, {
    as: owner,
    params: { id: project.id },
    body: { projectName: 'Market payments, 2027' },
  });
  expect(edited.content).toEqual({ ...project, projectName: 'Market payments, 2027', version: 2 });
  const cleared = await app.call(contract.editProject, {
    as: owner,
    params: { id: project.id },
    body: { description: '' },
  });
  const renamed = { ...project, projectName: 'Market payments, 2027' };
  expect(cleared.content).toEqual({ ...renamed, description: '', version: 3 });
});

test('S-302 a repeated edit succeeds, because its first answer may have been lost', async () => {
  const body = { creatorId: owner.userId, projectName: 'Before', description: 'Stays' };
  const { id } = (await app.call(contract.createProject, { as: owner, body })).content;
  const edit = (change: object) =>
    app.call(contract.editProject, {
      as: owner,
      params: { id },
      headers: { 'if-match': '"1"' },
      body: change,
    });
  const after = { status: 200, content: { projectName: 'After', description: 'Stays', version: 2 } };
  expect(await edit({ projectName: 'After' })).toMatchObject(after);
  expect(await edit({ projectName: 'After' })).toMatchObject(after);
  expect(await edit({ projectName: 'After', description: 'Stays' })).toMatchObject(after);
  expect((await edit({ projectName: 'Before' })).status).toBe(412);
  expect((await edit({ projectName: 'After', description: '' })).status).toBe(412);
});

test('S-302 a project has its version as its ETag, and a change of another version is refused', async () => {
  const body = { creatorId: owner.userId, projectName: 'Of version 1' };
  const created = await app.call(contract.createProject, { as: owner, body });
  expect(created.headers['etag']).toBe('"1"');
  const params = { id: created.content.id };
  const read = () => app.call(contract.readProject, { as: owner, params });
  const edit = (headers: Record<string, string>, as = owner) =>
    app.call(contract.editProject, { as, params, headers, body: { projectName: 'Another' } });
  const stale = { status: 412, json: { code: 'STALE' } };
  const notFound = { status: 404, json: { code: 'PROJECT_NOT_FOUND' } };
  for (const tags of ['"2"', 'W/"1"', '1', 'nonsense', '""', '"0", "2"', '"12345678901234567890"']) {
    expect(await edit({ 'if-match': tags })).toMatchObject(stale);
    expect(await edit({ 'if-match': tags }, other)).toMatchObject(notFound);
  }
  expect(await read()).toMatchObject({ content: created.content, headers: { etag: '"1"' } });
  for (const [index, tags] of ['"1"', '*', '"9", "3"'].entries()) {
    const edited = await edit({ 'if-match': tags });
    expect(edited).toMatchObject({ status: 200, content: { version: index + 2 } });
    expect(edited.headers['etag']).toBe(`"${index + 2}"`);
  }

  const remove = (headers: Record<string, string>) =>
    app.call(contract.deleteProject, { as: owner, params, headers });
  const study = await makePublished(app, owner, { projectId: params.id });
  const refusedForOpenStudies = { status: 409, json: { code: 'PROJECT_HAS_OPEN_STUDIES' } };
  // The open study keeps the project in any version.
  expect(await remove({ 'if-match': '"3"' })).toMatchObject(refusedForOpenStudies);
  expect((await app.call(closeStudy, { as: owner, params: { id: study.id } })).status).toBe(200);
  const draft = await makeDraft(app, owner, { projectId: params.id });
  expect(await remove({ 'if-match': '"3"' })).toMatchObject(stale);
  expect((await app.call(readStudy, { as: owner, params: { id: draft.id } })).status).toBe(200);
  expect((await remove({ 'if-match': '"4"' })).status).toBe(204);
  expect(await remove({ 'if-match': '"4"' })).toMatchObject(notFound);
  expect(await edit({ 'if-match': '*' })).toMatchObject(notFound);
  const events = await sql`select event, user_id from project.audit where about = ${params.id}`.execute(
    app.engine.owner,
  );
  expect(events.rows).toEqual([{ event: 'PROJECT_DELETED', user_id: owner.userId }]);
});

test('S-302 a paused study keeps its project, a deleted one does not; drafts are deleted with it', async () => {
  const project = await makeProject(app, owner);
  const [paused, deletedStudy] = [
    await makePublished(app, owner, { projectId: project.id }),
    await makePublished(app, owner, { projectId: project.id }),
  ];
  expect((await app.call(pauseStudy, { as: owner, params: { id: paused.id } })).status).toBe(200);
  expect((await app.call(deleteStudy, { as: owner, params: { id: deletedStudy.id } })).status).toBe(204);
  const remove = () => app.call(contract.deleteProject, { as: owner, params: { id: project.id } });
  expect(await remove()).toMatchObject({ status: 409, json: { code: 'PROJECT_HAS_OPEN_STUDIES' } });
  expect((await app.call(deleteStudy, { as: owner, params: { id: paused.id } })).status).toBe(204);
  const draft = await makeDraft(app, owner, { projectId: project.id });
  expect((await remove()).status).toBe(204);
  const notFound = { status: 404, json: { code: 'PROJECT_NOT_FOUND' } };
  expect(await app.call(contract.readProject, { as: owner, params: { id: project.id } })).toMatchObject(
    notFound,
  );
  expect(await app.call(createStudy, { as: owner, body: studyBody(project.id) })).toMatchObject(notFound);
  expect((await app.call(readStudy, { as: owner, params: { id: draft.id } })).status).toBe(404);
});

test('S-302 an edit that changes nothing, or a field that is fixed, is refused', async () => {
  const project = await makeProject(app, owner);
  const edit = (body: object) =>
    app.call(contract.editProject, { as: owner, params: { id: project.id }, body });
  const bodies = [{}, { projectName: ' ' }, { projectName: 'Mine', creatorId: other.userId }, { version: 7 }];
  for (const body of bodies) {
    expect(await edit(body)).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
  }
  const read = await app.call(contract.readProject, { as: owner, params: { id: project.id } });
  expect(read.content).toEqual(project);
});

test('S-302 the studies of a project come with their counts', async () => {
  const project = await makeProject(app, owner);
  const list = (query: { page?: number } = {}) =>
    app.call(contract.listProjectStudies, { as: owner, params: { id: project.id }, query });
  expect((await list()).json).toMatchObject({ content: [], totalElements: 0 });
  const study = await makePublished(app, owner, { projectId: project.id });
  const draft = await makeDraft(app, owner, { projectId: project.id, name: 'Round 2' });
  expect((await apply(app, participant, study, [1])).status).toBe(201);
  const none = { appliedCount: 0, qualifiedCount: 0, pendingCount: 0, acceptedCount: 0, declinedCount: 0 };
  const one = { appliedCount: 1, pendingCount: 1 };
  expect((await list({ page: 1 })).json).toMatchObject({ content: [], totalElements: 2 });
  const listed = await list();
  expect(listed.json).toMatchObject({ totalElements: 2, numberOfElements: 2 });
  expect(listed.content).toMatchObject([
    { ...none, id: draft.id, version: 1, state: 'DRAFT', publishedAt: null },
    { ...none, id: study.id, version: 2, state: 'PUBLISHED', durationInMinutes: 30, ...one },
  ]);
  expect(listed.content.map(({ nextMeetingAt }) => nextMeetingAt)).toEqual([null, null]);
  const read = await app.call(contract.readProject, { as: owner, params: { id: project.id } });
  expect(read.content.studyCount).toBe(2);
});

test('S-117 AZ-5 another researcher’s project answers exactly like an unknown one', async () => {
  const project = await makeProject(app, owner);
  const unknown = '0de00000-0000-7000-8000-00000000fffe';
  const calls = [
    (id: string) => app.call(contract.readProject, { as: other, params: { id } }),
    (id: string) =>
      app.call(contract.editProject, { as: other, params: { id }, body: { projectName: 'Mine' } }),
    (id: string) => app.call(contract.deleteProject, { as: other, params: { id } }),
    (id: string) => app.call(contract.listProjectStudies, { as: other, params: { id } }),
    (id: string) => app.call(createStudy, { as: other, body: studyBody(id) }),
  ];
  for (const call of calls) {
    const [foreign, absent] = [await call(project.id), await call(unknown)];
    expect(foreign.status).toBe(404);
    expect({ ...foreign.json, requestId: '' }).toEqual({ ...absent.json, requestId: '' });
  }
  const untouched = await app.call(contract.readProject, { as: owner, params: { id: project.id } });
  expect(untouched.content).toEqual(project);
  expect((await app.call(contract.readProject, { as: owner, params: { id: 'nonsense' } })).status).toBe(404);
});

test('S-117 a creator id other than the caller’s is refused, in the query and in the body', async () => {
  const foreign = { status: 403, json: { code: 'NOT_YOURS' } };
  const body = { creatorId: other.userId, projectName: 'For somebody else' };
  expect(await app.call(contract.createProject, { as: owner, body })).toMatchObject(foreign);
  const query = { creatorId: other.userId };
  expect(await app.call(contract.listProjects, { as: owner, query })).toMatchObject(foreign);
});
