import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { EndpointShape } from '@app/contracts/endpoint.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { decideApplicants, exportApplicants } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { createProject, deleteProject } from '@app/contracts/project/projects.ts';
import * as studies from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { apply, makeDraft, makeProject, makePublished, planBody } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
beforeAll(async () => {
  [researcher, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
});

interface Entry {
  event: string;
  about: string | null;
  address: string | null;
  requestId: string | null;
}

async function readAuditEntries(userId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select event, about, address, request_id as "requestId" from project.audit
    where user_id = ${userId} order by at`.execute(app.engine.owner);
  return rows;
}

let number = 0;
/** Makes a call under a request id that names the expected result, and returns the id. */
async function ask(
  as: SignedInUser,
  endpoint: EndpointShape,
  given: { id: string; body?: unknown; expected?: number },
): Promise<string> {
  number += 1;
  const requestId = `followed-${number}`;
  const { id, body, expected = 200 } = given;
  const headers = { 'x-request-id': requestId };
  const answer = await app.call(endpoint, { as, params: { id }, body, headers });
  expect([endpoint.path, answer.status]).toEqual([endpoint.path, expected]);
  return requestId;
}

test('OBS-2 actions of researchers and participants are audited with person, address and request', async () => {
  const { id: projectId } = await makeProject(app, researcher);
  const { id: draft } = await makeDraft(app, researcher, { projectId });
  const { id: empty } = await makePublished(app, researcher, { projectId });
  const withApplicant = await makePublished(app, researcher, { projectId });
  const { content: application } = await apply(app, participant, withApplicant);
  const before = (await readAuditEntries(researcher.userId)).length;
  const decide = { applicationIds: [application.id], status: 'ACCEPTED' };
  const requests = [
    await ask(researcher, studies.publishStudy, { id: draft, body: planBody() }),
    await ask(researcher, studies.pauseStudy, { id: draft }),
    await ask(researcher, studies.resumeStudy, { id: draft }),
    await ask(researcher, studies.closeStudy, { id: draft }),
    await ask(researcher, studies.deleteStudy, { id: empty, expected: 204 }),
    await ask(researcher, studies.restoreStudy, { id: empty }),
    await ask(researcher, decideApplicants, { id: withApplicant.id, body: decide }),
    await ask(researcher, exportApplicants, { id: withApplicant.id }),
    // The study has an applicant, so it is closed instead of deleted.
    await ask(researcher, studies.deleteStudy, { id: withApplicant.id, expected: 204 }),
    await ask(researcher, studies.deleteStudy, { id: empty, expected: 204 }),
    await ask(researcher, deleteProject, { id: projectId, expected: 204 }),
  ];
  const withdrawal = await ask(participant, withdrawApplication, { id: application.id });

  const events = [
    ['STUDY_PUBLISHED', draft],
    ['STUDY_PAUSED', draft],
    ['STUDY_RESUMED', draft],
    ['STUDY_CLOSED', draft],
    ['STUDY_DELETED', empty],
    ['STUDY_RESTORED', empty],
    ['APPLICANTS_DECIDED', withApplicant.id],
    ['APPLICANTS_EXPORTED', withApplicant.id],
    ['STUDY_CLOSED', withApplicant.id],
    ['STUDY_DELETED', empty],
    ['PROJECT_DELETED', projectId],
  ].map(([event, about], index) => ({ event, about, address: '127.0.0.1', requestId: requests[index] }));
  expect((await readAuditEntries(researcher.userId)).slice(before)).toEqual(events);
  expect(await readAuditEntries(participant.userId)).toEqual([
    {
      event: 'APPLICATION_WITHDRAWN',
      about: application.id,
      address: '127.0.0.1',
      requestId: withdrawal,
    },
  ]);
});

test('OBS-2 calls without effect are not audited, and repeated ones once', async () => {
  const person = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, person);
  const { id } = await makeDraft(app, person, { projectId });
  await ask(person, studies.closeStudy, { id, expected: 409 });
  await ask(person, studies.publishStudy, { id, body: planBody() });
  await ask(person, studies.publishStudy, { id, body: planBody() });
  await ask(person, studies.pauseStudy, { id });
  await ask(person, studies.pauseStudy, { id });
  await ask(person, deleteProject, { id: projectId, expected: 409 });
  await ask(researcher, studies.closeStudy, { id, expected: 404 });
  expect((await readAuditEntries(person.userId)).map(({ event }) => event)).toEqual([
    'STUDY_PUBLISHED',
    'STUDY_PAUSED',
  ]);
});

test('OBS-2 refused calls are audited, at most sixty per person and hour', async () => {
  const unverified = await registerResearcher(app);
  const other = await registerParticipant(app);
  const body = { creatorId: researcher.userId, projectName: 'Market payments' };
  for (let round = 0; round < 65; round += 1) {
    expect((await app.call(createProject, { as: unverified, body })).status).toBe(403);
  }
  const refusals = await readAuditEntries(unverified.userId);
  expect(refusals).toHaveLength(60);
  expect(new Set(refusals.map(({ event, about }) => `${event} ${about}`))).toEqual(
    new Set(['ACCESS_REFUSED createProject NOT_VERIFIED']),
  );
  await app.call(createProject, { as: other, body });
  await app.call(createProject, { as: researcher, body: { ...body, creatorId: other.userId } });
  expect(await readAuditEntries(other.userId)).toMatchObject([
    { event: 'ACCESS_REFUSED', about: 'createProject NOT_ALLOWED' },
  ]);
  expect((await readAuditEntries(researcher.userId)).at(-1)).toMatchObject({
    event: 'ACCESS_REFUSED',
    about: 'createProject NOT_YOURS',
    address: '127.0.0.1',
  });
});

test('OBS-2 no one can change the audit log, not even the owner of the table', async () => {
  await sql`insert into project.audit (audit_id, event) values (gen_random_uuid(), 'TEST')`.execute(
    app.engine.owner,
  );
  for (const statement of [
    sql`update project.audit set event = 'NOTHING'`,
    sql`delete from project.audit`,
    sql`truncate project.audit`,
  ]) {
    await expect(statement.execute(app.engine.owner)).rejects.toThrow('append-only');
  }
});
