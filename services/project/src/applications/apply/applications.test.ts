import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import { applyToStudy, listOwnApplications } from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import { fail } from '@app/kit/problem.ts';
import type { Transact } from '@app/kit/route.ts';
import { useApp } from '@app/test/support/app.ts';
import { profileBody, registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide } from '#test/applicants.ts';
import { apply, makeProject, makePublished, responsesTo } from '#test/studies.ts';
import type { Deps } from '../../deps.ts';
import { createProfileReader } from '../../matching-profiles/read-profile.ts';
import { SERVICE_ROLE } from '../../open-db.ts';
import type { ProjectTables } from '../../schema.ts';
import * as operation from './apply-to-study.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
let study: Study;

beforeAll(async () => {
  [researcher, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
  study = await makePublished(app, researcher, { projectId });
});

test('S-405 S-406 an application is PENDING and is listed in My Studies, without revealing whether it qualified', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const own = await makePublished(app, researcher, { projectId, publicName: 'Radio in the morning' });
  const applied = await apply(app, person, own, [1, 1]);
  expect(applied.status).toBe(201);
  expect(applied.content).toMatchObject({
    applicantId: person.userId,
    status: 'PENDING',
    responses: [
      { id: '1', question: 'How often do you pay with mobile money?', answer: 'Never' },
      { id: '2', question: 'Where do you buy vegetables?', answer: '' },
    ],
    study: {
      id: own.id,
      publicName: 'Radio in the morning',
      durationInMinutes: 30,
      recruitmentStatus: 'OPEN',
    },
  });
  const query = { applicantId: person.userId };
  const listed = await app.call(listOwnApplications, { as: person, query });
  expect(listed.json).toMatchObject({ totalElements: 1, numberOfElements: 1, number: 0 });
  expect(listed.content).toEqual([applied.content]);
  expect(JSON.stringify([applied.json, listed.json])).not.toMatch(/qualif/i);
  const read = await app.call(readStudy, { as: person, params: { id: own.id } });
  expect(read.content).toMatchObject({ hasApplied: true });
});

test('S-405 responses answer the study’s own questions in order, each with one of its own choices', async () => {
  const send = (responses: unknown[]) => {
    const body = { applicantId: participant.userId, responses };
    return app.call(applyToStudy, { as: participant, params: { id: study.id }, body });
  };
  const message = 'Please answer every question. Choose one answer for each';
  expect(await send(responsesTo(study).slice(1))).toMatchObject({
    status: 400,
    json: { code: 'INVALID_INPUT', content: [{ message, field: 'responses' }] },
  });
  expect(await send([])).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
});

test('S-404 applying before the set-up is refused with the message of the screen', async () => {
  const newcomer = await registerParticipant(app);
  const refused = await apply(app, newcomer, study);
  expect(refused).toMatchObject({
    status: 409,
    json: {
      code: 'PROFILE_MISSING',
      detail: 'You need to submit your demographics before applying for a study',
    },
  });
  await app.call(submitUserInformation, { as: newcomer, body: profileBody(newcomer.userId) });
  expect((await apply(app, newcomer, study)).status).toBe(201);
});

test('S-405 BR5 BR7 AZ-7 a full, paused or closed study refuses with its state, but earlier applicants with ALREADY_APPLIED', async () => {
  const own = await makePublished(app, researcher, { projectId }, { desiredNumberOfParticipants: 1 });
  const { id } = (await apply(app, participant, own)).content;
  const again = { status: 409, json: { code: 'ALREADY_APPLIED' } };
  expect(await apply(app, participant, own, [1, 1])).toMatchObject(again);
  await decide(app, researcher, own.id, [id], { status: 'ACCEPTED' });
  const others = [await registerParticipant(app, { withProfile: true }), await registerParticipant(app)];
  for (const [code, move] of [
    ['STUDY_IS_FULL', undefined],
    ['STUDY_IS_PAUSED', pauseStudy],
    ['STUDY_IS_CLOSED', closeStudy],
  ] as const) {
    if (move) await app.call(move, { as: researcher, params: { id: own.id } });
    expect(await apply(app, participant, own)).toMatchObject(again);
    for (const person of others)
      expect(await apply(app, person, own)).toMatchObject({ status: 409, json: { code } });
  }
});

test('CON-6 a retry after a crash finds the application of the first try, even if the study is closed', async () => {
  const own = await makePublished(app, researcher, { projectId, name: 'Sent from the bus' });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const body = { applicantId: participant.userId, responses: responsesTo(own) };
  const send = () => app.call(applyToStudy, { as: participant, params: { id: own.id }, body, headers });
  const first = await send();
  await app.call(closeStudy, { as: researcher, params: { id: own.id } });
  await sql`
    update project.idempotency_keys set answer = null, claimed_at = '-infinity'
    where subject_id = ${first.content.id}`.execute(app.engine.owner);
  const { study: asked, ...rest } = first.content;
  expect(await send()).toMatchObject({
    status: 201,
    content: { ...rest, study: { ...asked, recruitmentStatus: 'CLOSED' } },
  });
  const shown = await app.call(listNotifications, { as: researcher, query: { size: 100 } });
  expect(shown.content.filter(({ message }) => message.includes('Sent from the bus'))).toHaveLength(1);
});

test('CON-6 CON-1 the later of two concurrent tries succeeds only if it sent the same application', async () => {
  const own = await makePublished(app, researcher, { projectId });
  const person = await registerParticipant(app, { withProfile: true });
  await app.call(readStudy, { as: person, params: { id: own.id } });
  const db = app.engine.connect<ProjectTables>(SERVICE_ROLE);
  const { readProfile } = createProfileReader(db, () =>
    Promise.reject(new Error('The matching profile is in the table')),
  );
  const deps = {
    db,
    jobs: { send: async () => {} },
    openPages: { notify() {} },
    openStudyCounts: { invalidate() {} },
    readProfile,
  } as unknown as Deps;
  const sameId = crypto.randomUUID();
  const attempt = {
    studyId: own.id,
    applicantId: person.userId,
    responses: responsesTo(own),
    consentVersion: 0,
  };
  const send = (id: string, whileItIsChecked: () => Promise<unknown>) => {
    const readLate = async (userId: string) => {
      await whileItIsChecked();
      return readProfile(userId);
    };
    const transact: Transact<unknown> = (handle, work) => transaction(handle, (trx) => work(trx, id));
    return operation.applyToStudy({ ...deps, readProfile: readLate }, attempt, { transact, fail });
  };
  let first: unknown;
  const later = await send(sameId, async () => {
    const other = send(crypto.randomUUID(), async () => {
      first = await send(sameId, async () => {});
    });
    await expect(other).rejects.toMatchObject({ code: 'ALREADY_APPLIED' });
  });
  expect(later).toEqual(first);
});

test.each(['AFTER_ACCEPTANCE', 'AT_ONCE'] as const)(
  'a person suspended a moment ago cannot apply with a token that is still valid: %s',
  async (choosing) => {
    const applicant = await registerParticipant(app, { withProfile: true });
    const asked = await makePublished(app, researcher, { projectId }, { choosing });
    const setSuspended = (isSuspended: boolean) =>
      sql`
        insert into project.suspensions (user_id, version, is_suspended) values (${applicant.userId}, 1, ${isSuspended})
        on conflict (user_id) do update set is_suspended = ${isSuspended}`.execute(app.engine.owner);
    await setSuspended(true);
    expect(await apply(app, applicant, asked)).toMatchObject({
      status: 401,
      json: { code: 'NOT_SIGNED_IN' },
    });
    expect((await app.call(listOwnApplications, { as: applicant })).content).toEqual([]);
    await setSuspended(false);
    expect((await apply(app, applicant, asked)).status).toBe(201);
  },
);

test('S-117 an applicant id other than the caller’s is refused, in the query and in the body', async () => {
  const foreign = { status: 403, json: { code: 'NOT_YOURS' } };
  const body = { applicantId: researcher.userId, responses: responsesTo(study) };
  expect(await app.call(applyToStudy, { as: participant, params: { id: study.id }, body })).toMatchObject(
    foreign,
  );
  const query = { applicantId: researcher.userId };
  expect(await app.call(listOwnApplications, { as: participant, query })).toMatchObject(foreign);
});

test('CON-1 a unique key allows one application per person and study', async () => {
  const own = await makePublished(app, researcher, { projectId });
  await apply(app, participant, own);
  const again = sql`
    insert into project.applications (application_id, study_id, applicant_id, is_qualified, responses)
    select gen_random_uuid(), study_id, applicant_id, is_qualified, responses from project.applications
    where study_id = ${own.id}`;
  await expect(again.execute(app.engine.owner)).rejects.toThrow('applications_study_id_applicant_id_key');
});
