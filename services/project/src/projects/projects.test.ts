// @module-tag both-engines
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import * as contract from '@app/contracts/project/projects.ts';
import { closeStudy, createStudy, deleteStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { listOwnBookings, markAttendance } from '@app/contracts/project/bookings.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { joinWaiting, listSlots } from '@app/contracts/project/slots.ts';
import { startTestApp } from '../../../../test/app.ts';
import type { TestApp } from '../../../../test/app.ts';
import { registerParticipant, registerResearcher } from '../../../../test/people.ts';
import { decide, placesOf } from '../../test/applicants.ts';
import {
  accept,
  assertSound,
  book,
  freshSlot,
  makeAccepted,
  makeBooked,
  startAgo,
  tellNow,
} from '../../test/meetings.ts';
import { apply, dayAhead, makeDraft, makeProject, makePublished, studyBody } from '../../test/studies.ts';
import type { ProjectTables } from '../schema.ts';
import { sweep } from '../sweep/sweep.ts';

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
      code: 'projectName',
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
  expect(edited.content).toEqual({ ...project, projectName: 'Market payments, 2027', version: 2 });
  const cleared = await app.call(contract.editProject, {
    as: owner,
    params: { id: project.id },
    body: { description: '' },
  });
  const renamed = { ...project, projectName: 'Market payments, 2027' };
  expect(cleared.content).toEqual({ ...renamed, description: '', version: 3 });
});

test('S-302 the same edit again is done already: its first answer may have been lost', async () => {
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

test('S-302 a project carries its version as its ETag, and a change of another version is refused', async () => {
  const body = { creatorId: owner.userId, projectName: 'Of version 1' };
  const created = await app.call(contract.createProject, { as: owner, body });
  expect(created.headers['etag']).toBe('"1"');
  const params = { id: created.content.id };
  const read = () => app.call(contract.readProject, { as: owner, params });
  const edit = (headers: Record<string, string>, as = owner) =>
    app.call(contract.editProject, { as, params, headers, body: { projectName: 'Another' } });
  const stale = { status: 412, json: { code: 'STALE' } };
  const gone = { status: 404, json: { code: 'PROJECT_NOT_FOUND' } };
  for (const tags of ['"2"', 'W/"1"', '1', 'nonsense', '""', '"0", "2"', '"12345678901234567890"']) {
    expect(await edit({ 'if-match': tags })).toMatchObject(stale);
    expect(await edit({ 'if-match': tags }, other)).toMatchObject(gone);
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
  const kept = { status: 409, json: { code: 'PROJECT_HAS_OPEN_STUDIES' } };
  // What keeps it would keep it of any version.
  expect(await remove({ 'if-match': '"3"' })).toMatchObject(kept);
  expect((await app.call(closeStudy, { as: owner, params: { id: study.id } })).status).toBe(200);
  const draft = await makeDraft(app, owner, { projectId: params.id });
  expect(await remove({ 'if-match': '"3"' })).toMatchObject(stale);
  expect((await app.call(readStudy, { as: owner, params: { id: draft.id } })).status).toBe(200);
  expect((await remove({ 'if-match': '"4"' })).status).toBe(204);
  expect(await remove({ 'if-match': '"4"' })).toMatchObject(gone);
  expect(await edit({ 'if-match': '*' })).toMatchObject(gone);
  const events = await sql`select event, user_id from project.audit where about = ${params.id}`.execute(
    app.engine.owner,
  );
  expect(events.rows).toEqual([{ event: 'PROJECT_DELETED', user_id: owner.userId }]);
});

test('S-302 a paused study keeps its project, a deleted one does not', async () => {
  const project = await makeProject(app, owner);
  const [paused, thrownAway] = [
    await makePublished(app, owner, { projectId: project.id }),
    await makePublished(app, owner, { projectId: project.id }),
  ];
  expect((await app.call(pauseStudy, { as: owner, params: { id: paused.id } })).status).toBe(200);
  expect((await app.call(deleteStudy, { as: owner, params: { id: thrownAway.id } })).status).toBe(204);
  const remove = () => app.call(contract.deleteProject, { as: owner, params: { id: project.id } });
  expect(await remove()).toMatchObject({ status: 409, json: { code: 'PROJECT_HAS_OPEN_STUDIES' } });
  expect((await app.call(deleteStudy, { as: owner, params: { id: paused.id } })).status).toBe(204);
  expect((await remove()).status).toBe(204);
});

test('S-302 an edit that changes nothing, or what is not to be changed, is refused', async () => {
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
  const study = await makePublished(app, owner, { projectId: project.id });
  const draft = await makeDraft(app, owner, { projectId: project.id, name: 'Round 2' });
  expect((await apply(app, participant, study, [1])).status).toBe(201);
  const listed = await app.call(contract.listProjectStudies, { as: owner, params: { id: project.id } });
  expect(listed.json).toMatchObject({ totalElements: 2, numberOfElements: 2 });
  expect(listed.content).toMatchObject([
    { id: draft.id, version: 1, state: 'DRAFT', appliedCount: 0, qualifiedCount: 0, publishedAt: null },
    {
      id: study.id,
      version: 2,
      state: 'PUBLISHED',
      appliedCount: 1,
      qualifiedCount: 0,
      durationInMinutes: 30,
    },
  ]);
  expect(
    listed.content.map(({ pendingCount, acceptedCount, declinedCount }) => [
      pendingCount,
      acceptedCount,
      declinedCount,
    ]),
  ).toEqual([
    [0, 0, 0],
    [1, 0, 0],
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
  expect(own.content).toMatchObject([{ study: { publicName: 'Kept in My Studies', standing: 'CLOSED' } }]);
  expect((await app.call(readStudy, { as: applicant, params: { id: study.id } })).content).toMatchObject({
    standing: 'CLOSED',
    hasApplied: true,
  });
});

/** As if the time had passed in which a deletion can be taken back unseen. */
async function settleNow(): Promise<void> {
  const isLeft = async () => {
    await sql`
      update project_jobs.job set start_after = now() where name = 'settlements' and state = 'created'`.execute(
      app.engine.owner,
    );
    const { rows } = await sql`
      select 1 from project_jobs.job where name = 'settlements' and state in ('created', 'retry', 'active')`.execute(
      app.engine.owner,
    );
    return rows.length;
  };
  await expect.poll(isLeft).toBe(0);
}
async function makeEnded(publicName: string) {
  const project = await makeProject(app, owner);
  const study = await makePublished(app, owner, { projectId: project.id, publicName });
  const draft = await makeDraft(app, owner, { projectId: project.id });
  const applicant = await registerParticipant(app, { withProfile: true });
  const applied = await apply(app, applicant, study);
  expect(applied.status).toBe(201);
  await app.call(closeStudy, { as: owner, params: { id: study.id } });
  const call = { as: owner, params: { id: project.id } };
  return { project, study, draft, applicant, applicationId: applied.content.id, call };
}
const historyOf = async (applicant: SignedInUser) =>
  (await app.call(listOwnApplications, { as: applicant })).content[0]?.history.map(({ status, reason }) => [
    status,
    reason,
  ]);

test('D-32 whoever waits in a deleted project is told that the study ended; taken back, all else is as it was', async () => {
  const { project, study, draft, applicant, call } = await makeEnded('Ended early');
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);
  expect(await historyOf(applicant)).toEqual([['PENDING', null]]);
  await settleNow();
  expect(await historyOf(applicant)).toEqual([
    ['PENDING', null],
    ['DECLINED', 'STUDY_ENDED'],
  ]);
  const { content } = await app.call(listNotifications, { as: applicant });
  expect(content.map(({ message }) => message)).toContain(
    'Your application to “Ended early” was declined. Reason: The study ended.',
  );

  for (const wrong of [
    { ...call, as: other },
    { ...call, headers: { 'if-match': '"9"' } },
  ])
    expect((await app.call(contract.restoreProject, wrong)).status).toBeGreaterThanOrEqual(404);
  for (let time = 0; time < 2; time += 1)
    expect(await app.call(contract.restoreProject, call)).toMatchObject({
      status: 200,
      content: { id: project.id, version: 1, studyCount: 2 },
    });
  for (const { id } of [study, draft])
    expect((await app.call(readStudy, { as: owner, params: { id } })).status).toBe(200);
  const events = await sql<{ event: string }>`
    select event from project.audit where about = ${project.id} order by at`.execute(app.engine.owner);
  expect(events.rows.map(({ event }) => event)).toEqual(['PROJECT_DELETED', 'PROJECT_RESTORED']);
  expect((await historyOf(applicant))?.at(-1)).toEqual(['DECLINED', 'STUDY_ENDED']);
});

test('D-32 a project that is taken back at once tells nobody anything', async () => {
  const { applicant, call } = await makeEnded('Kept after all');
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);
  expect((await app.call(contract.restoreProject, call)).status).toBe(200);
  await settleNow();
  expect(await historyOf(applicant)).toEqual([['PENDING', null]]);
});

test('D-32 after 30 days a deleted project goes, but for what its applicants keep', async () => {
  const { project, study, applicant, call } = await makeEnded('Kept by those who applied');
  const empty = await makeProject(app, owner);
  const lately = await makeProject(app, owner);
  for (const { id } of [project, empty, lately])
    expect((await app.call(contract.deleteProject, { ...call, params: { id } })).status).toBe(204);
  await settleNow();
  await sql`
    update project.projects set deleted_at = now() - interval '30 days' where project_id in (${project.id}, ${empty.id})`.execute(
    app.engine.owner,
  );
  expect(await app.call(contract.restoreProject, call)).toMatchObject({
    status: 404,
    json: { code: 'PROJECT_NOT_FOUND' },
  });
  for (let time = 0; time < 2; time += 1)
    await sweep({ db: app.engine.connect<ProjectTables>('project_app') });
  const { rows } = await sql`
    select project_name as name, (
        select array_agg(study.name || ':' || study.description) from project.studies as study where study.project_id = project.project_id
      ) as studies
    from project.projects as project where project_id in (${project.id}, ${empty.id})`.execute(
    app.engine.owner,
  );
  expect(rows).toEqual([{ name: '', studies: ['Kept by those who applied:'] }]);
  const own = await app.call(listOwnApplications, { as: applicant });
  expect(own.content).toMatchObject([{ study: { id: study.id, publicName: 'Kept by those who applied' } }]);
  expect(
    (await app.call(contract.restoreProject, { ...call, params: { id: lately.id } })).content.projectName,
  ).toBe(lately.projectName);
});

const code = (answer: { json: Record<string, unknown> }) => answer.json['code'];
const newPerson = () => registerParticipant(app, { withProfile: true });
const freeSlots = async (as: SignedInUser, studyId: string) =>
  (await app.call(listSlots, { as, params: { id: studyId } })).content.slots.filter(({ isFree }) => isFree);

test('D-32 nobody takes a time of a deleted project; taken back at once, all its times are there', async () => {
  const applicant = await newPerson();
  const { study } = await makeAccepted(app, { researcher: owner, participant: applicant });
  await app.call(closeStudy, { as: owner, params: { id: study.id } });
  const before = await freeSlots(applicant, study.id);
  expect(before.length).toBeGreaterThan(0);
  const call = { as: owner, params: { id: study.projectId } };
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);

  expect(await freeSlots(applicant, study.id)).toEqual([]);
  const slotId = before[0]?.slotId ?? '';
  expect(code(await book(app, applicant, study.id, slotId))).toBe('NOT_ACCEPTED');
  const wait = await app.call(joinWaiting, { as: applicant, params: { id: study.id }, body: {} });
  expect(code(wait)).toBe('NOT_ACCEPTED');

  expect((await app.call(contract.restoreProject, call)).status).toBe(200);
  expect(await freeSlots(applicant, study.id)).toEqual(before);
  expect((await book(app, applicant, study.id, slotId)).status).toBe(201);
});

test('D-32 whoever is accepted in a deleted project and has met nobody is told that the study ended; a meeting that counts stays', async () => {
  const [came, unmarked, absent, late, waits, untold] = await Promise.all(
    Array.from({ length: 6 }, newPerson),
  );
  if (!came || !unmarked || !absent || !late || !waits || !untold) throw new Error('Six are registered');
  const { study, booking } = await makeBooked(app, { researcher: owner, participant: came });
  const others: [SignedInUser, string][] = [];
  for (const person of [unmarked, absent, late, waits]) {
    const id = await accept(app, { researcher: owner, participant: person, study });
    others.push([person, id]);
  }
  const begun = await freshSlot(app, study.id, 2);
  const bookings = [];
  for (const person of [unmarked, absent]) bookings.push(await book(app, person, study.id, begun));
  const absentId = bookings[1]?.content.id ?? '';
  for (const id of [booking.id, absentId]) await startAgo(app, id, '2 hours');
  const mark = (id: string, outcome: string) =>
    app.call(markAttendance, { as: owner, params: { id }, body: { outcome } });
  expect((await mark(booking.id, 'ATTENDED')).status).toBe(200);
  expect((await mark(absentId, 'NO_SHOW')).status).toBe(200);
  // Of a day without a time nothing is offered.
  const wait = await app.call(joinWaiting, {
    as: waits,
    params: { id: study.id },
    body: { days: [dayAhead(60)] },
  });
  expect(wait.status).toBe(200);
  const applied = await apply(app, untold, study);
  await decide(app, owner, study.id, [applied.content.id], { status: 'ACCEPTED' });
  await app.call(closeStudy, { as: owner, params: { id: study.id } });
  const call = { as: owner, params: { id: study.projectId } };
  expect((await app.call(contract.deleteProject, call)).status).toBe(204);
  // As if they had booked at the very moment.
  const slotId = await freshSlot(app, study.id);
  const setDeleted = (at: string) =>
    sql`update project.projects set deleted_at = ${sql.raw(at)} where project_id = ${study.projectId}`.execute(
      app.engine.owner,
    );
  await setDeleted('null');
  expect((await book(app, late, study.id, slotId)).status).toBe(201);
  await setDeleted('now()');
  await settleNow();

  const ended = [
    ['PENDING', null],
    ['ACCEPTED', null],
    ['DECLINED', 'STUDY_ENDED'],
  ];
  for (const person of [absent, late, waits]) {
    expect(await historyOf(person)).toEqual(ended);
    const { content } = await app.call(listNotifications, { as: person });
    expect(content.filter(({ kind }) => kind === 'DECLINED')).toHaveLength(1);
  }
  expect(await historyOf(untold)).toEqual([ended[0], ended[2]]);
  for (const person of [came, unmarked]) expect((await historyOf(person))?.at(-1)).toEqual(ended[1]);
  const { content: own } = await app.call(listOwnBookings, { as: late });
  expect(own).toMatchObject([{ state: 'CANCELLED_BY_RESEARCHER' }]);
  const left = sql`select from project.waiting where study_id = ${study.id}`.execute(app.engine.owner);
  expect((await left).rows).toEqual([]);
  expect(await placesOf(app, study.id)).toMatchObject({ counted: 2, accepted: 2 });
  await assertSound(app);

  // What was told stays told, and the researcher may take single ones back.
  expect((await app.call(contract.restoreProject, call)).status).toBe(200);
  const lateId = others.find(([person]) => person === late)?.[1] ?? '';
  for (const status of ['PENDING', 'ACCEPTED'] as const) {
    const { content } = await decide(app, owner, study.id, [lateId], { status });
    expect(content.decided).toEqual([lateId]);
  }
  await tellNow(app, [lateId]);
  expect((await book(app, late, study.id, slotId)).status).toBe(201);
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
