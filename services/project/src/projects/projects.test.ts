import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as contract from '@app/contracts/project/projects.ts';
import { createStudy, deleteStudy } from '@app/contracts/project/studies.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { startTestApp } from '../../../../test/app.ts';
import type { TestApp } from '../../../../test/app.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { apply, makeDraft, makeProject, makePublished, studyBody } from '../../test/studies.ts';

let app: TestApp;
let owner: SignedInUser;
let other: SignedInUser;
let participant: SignedInUser;

beforeAll(async () => {
  app = await startTestApp();
  [owner, other, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
});
afterAll(() => app.close());

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

test('S-301 a project without a name is refused in the words of the form', async () => {
  for (const projectName of [undefined, '', '   ']) {
    const body = { creatorId: owner.userId, projectName };
    const answer = await app.call(contract.createProject, { as: owner, body });
    expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    expect(answer.content).toContainEqual({
      message: 'Please enter your project name',
      field: 'projectName',
    });
  }
  const long = { creatorId: owner.userId, projectName: 'x'.repeat(51) };
  expect((await app.call(contract.createProject, { as: owner, body: long })).status).toBe(400);
});

test('S-302 S-602 the list of projects is the caller’s own, newest first, in pages', async () => {
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
  expect(names).toEqual(made.map(({ projectName }) => projectName).toReversed());
  const beyond = await app.call(contract.listProjects, { as: researcher, query: { page: 7 } });
  expect(beyond.json).toMatchObject({ content: [], totalElements: 12, totalPages: 2, number: 7 });
});

test('S-302 a project is edited: what is not given stays', async () => {
  const project = await makeProject(app, owner);
  const edited = await app.call(contract.editProject, {
    as: owner,
    params: { id: project.id },
    body: { projectName: 'Market payments, 2027' },
  });
  expect(edited.content).toEqual({ ...project, projectName: 'Market payments, 2027' });
  const cleared = await app.call(contract.editProject, {
    as: owner,
    params: { id: project.id },
    body: { description: '' },
  });
  expect(cleared.content).toEqual({ ...project, projectName: 'Market payments, 2027', description: '' });
});

test('S-302 the studies of a project come with their counts', async () => {
  const project = await makeProject(app, owner);
  const study = await makePublished(app, owner, { projectId: project.id });
  const draft = await makeDraft(app, owner, { projectId: project.id, name: 'Round 2' });
  expect((await apply(app, participant, study, [1])).status).toBe(201);
  const listed = await app.call(contract.listProjectStudies, { as: owner, params: { id: project.id } });
  expect(listed.json).toMatchObject({ totalElements: 2, numberOfElements: 2 });
  expect(listed.content).toMatchObject([
    { id: draft.id, state: 'DRAFT', appliedCount: 0, qualifiedCount: 0, publishedAt: null },
    { id: study.id, state: 'PUBLISHED', appliedCount: 1, qualifiedCount: 0, durationInMinutes: 30 },
  ]);
  expect(
    (await app.call(contract.readProject, { as: owner, params: { id: project.id } })).content.studyCount,
  ).toBe(2);
});

test('S-302 deleting a project takes its drafts with it', async () => {
  const project = await makeProject(app, owner);
  const draft = await makeDraft(app, owner, { projectId: project.id });
  expect((await app.call(contract.deleteProject, { as: owner, params: { id: project.id } })).status).toBe(
    204,
  );
  const gone = { status: 404, json: { code: 'PROJECT_NOT_FOUND' } };
  expect(await app.call(contract.readProject, { as: owner, params: { id: project.id } })).toMatchObject(gone);
  expect(await app.call(contract.deleteProject, { as: owner, params: { id: project.id } })).toMatchObject(
    gone,
  );
  const body = studyBody(project.id);
  expect(await app.call(createStudy, { as: owner, body })).toMatchObject(gone);
  expect((await app.call(readStudy, { as: owner, params: { id: draft.id } })).status).toBe(404);
});

test('S-302 a project with a published study stays; once that is closed, applicants keep their history', async () => {
  const project = await makeProject(app, owner);
  const study = await makePublished(app, owner, { projectId: project.id, publicName: 'Kept in My Studies' });
  const draft = await makeDraft(app, owner, { projectId: project.id });
  const applicant = await registerParticipant(app, { withProfile: true });
  expect((await apply(app, applicant, study)).status).toBe(201);

  const refused = await app.call(contract.deleteProject, { as: owner, params: { id: project.id } });
  expect(refused).toMatchObject({ status: 409, json: { code: 'PROJECT_HAS_OPEN_STUDIES' } });
  expect((await app.call(readStudy, { as: owner, params: { id: draft.id } })).status).toBe(200);

  expect((await app.call(deleteStudy, { as: owner, params: { id: study.id } })).status).toBe(204);
  expect((await app.call(contract.deleteProject, { as: owner, params: { id: project.id } })).status).toBe(
    204,
  );
  expect((await app.call(readStudy, { as: owner, params: { id: study.id } })).status).toBe(404);
  const own = await app.call(listOwnApplications, { as: applicant });
  expect(own.content).toMatchObject([{ study: { publicName: 'Kept in My Studies', isOpen: false } }]);
  expect((await app.call(readStudy, { as: applicant, params: { id: study.id } })).content).toMatchObject({
    isOpen: false,
    hasApplied: true,
  });
});

test('S-117 another’s project answers exactly as an unknown one', async () => {
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

test('S-117 a creator’s id that is not the caller’s is refused, in the query and in the body', async () => {
  const foreign = { status: 403, json: { code: 'NOT_YOURS' } };
  const body = { creatorId: other.userId, projectName: 'For somebody else' };
  expect(await app.call(contract.createProject, { as: owner, body })).toMatchObject(foreign);
  const query = { creatorId: other.userId };
  expect(await app.call(contract.listProjects, { as: owner, query })).toMatchObject(foreign);
});
