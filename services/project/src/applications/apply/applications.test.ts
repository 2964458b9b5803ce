import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { submitUserInformation } from '@app/contracts/identity/profile.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import {
  type StudyApplication,
  applyToStudy,
  listOwnApplications,
} from '@app/contracts/project/applications.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { closeStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { ageOn, today } from '@app/contracts/calendar.ts';
import { startTestApp, type TestApp } from '@app/test/support/app.ts';
import { profileBody, registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { addApplicants, decide } from '#test/applicants.ts';
import { apply, makeDraft, makeProject, makePublished, responsesTo } from '#test/studies.ts';

let app: TestApp;
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;
let study: Study;

beforeAll(async () => {
  app = await startTestApp();
  [researcher, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
  study = await makePublished(app, researcher, { projectId });
});
afterAll(() => app.close());

test('S-405 S-406 an application is PENDING and stands in My Studies; whether it qualified is not told', async () => {
  const own = await makePublished(app, researcher, { projectId, publicName: 'Radio in the morning' });
  const applied = await apply(app, participant, own, [1, 1]);
  expect(applied.status).toBe(201);
  expect(applied.content).toMatchObject({
    applicantId: participant.userId,
    status: 'PENDING',
    responses: [
      { id: '1', question: 'How often do you pay with mobile money?', answer: 'Never' },
      { id: '2', question: 'Where do you buy vegetables?', answer: '' },
    ],
    study: { id: own.id, publicName: 'Radio in the morning', durationInMinutes: 30, standing: 'OPEN' },
  });
  const query = { applicantId: participant.userId };
  const listed = await app.call(listOwnApplications, { as: participant, query });
  expect(listed.json).toMatchObject({ totalElements: 1, numberOfElements: 1, number: 0 });
  expect(listed.content).toEqual([applied.content]);
  expect(JSON.stringify([applied.json, listed.json])).not.toMatch(/qualif/i);
  const read = await app.call(readStudy, { as: participant, params: { id: own.id } });
  expect(read.content).toMatchObject({ hasApplied: true });
});

test('S-405 a second application to the same study is refused, whatever its answers', async () => {
  const applicant = await registerParticipant(app, { withProfile: true });
  expect((await apply(app, applicant, study)).status).toBe(201);
  const again = { status: 409, json: { code: 'ALREADY_APPLIED' } };
  expect(await apply(app, applicant, study, [1, 1])).toMatchObject(again);
  const body = { applicantId: applicant.userId, responses: [{ id: '1', question: 'x', answer: 'y' }] };
  expect(await app.call(applyToStudy, { as: applicant, params: { id: study.id }, body })).toMatchObject(
    again,
  );
});

test('S-405 the answers are the study’s own questions in order, each with one of its own choices', async () => {
  const [first, second] = responsesTo(study);
  if (!first || !second) throw new Error('The study has two questions');
  const wrong: StudyApplication['responses'][] = [
    [first],
    [second, first],
    [first, second, { ...second, id: '3' }],
    [first, { ...second, id: '1' }],
    [first, { ...second, id: '3' }],
    [{ ...first, question: 'Another question?' }, second],
    [{ ...first, answer: 'Sometimes' }, second],
    [{ ...first, answer: second.answer }, second],
    [{ ...first, answer: 'every day' }, second],
  ];
  for (const responses of wrong) {
    const body = { applicantId: participant.userId, responses };
    const answer = await app.call(applyToStudy, { as: participant, params: { id: study.id }, body });
    expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    expect(answer.content).toMatchObject([
      {
        message: 'Please answer every question of this study, each with one of its choices',
        field: 'responses',
      },
    ]);
  }
  const body = { applicantId: participant.userId, responses: [] };
  const none = await app.call(applyToStudy, { as: participant, params: { id: study.id }, body });
  expect(none).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
});

test('S-404 applying before the set-up is refused in the words that the screen shows', async () => {
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

test('BR7 AZ-7 a study that is paused, full or closed by now says which, and takes nobody', async () => {
  const moves = { STUDY_IS_PAUSED: pauseStudy, STUDY_IS_CLOSED: closeStudy };
  for (const [code, move] of Object.entries(moves)) {
    const own = await makePublished(app, researcher, { projectId });
    await app.call(move, { as: researcher, params: { id: own.id } });
    expect(await apply(app, participant, own)).toMatchObject({ status: 409, json: { code } });
  }
  const small = await makePublished(app, researcher, { projectId }, { desiredNumberOfParticipants: 1 });
  const ids = await addApplicants(app, small.id, 1);
  await decide(app, researcher, small.id, ids, { status: 'ACCEPTED' });
  const newcomer = await registerParticipant(app);
  for (const person of [participant, newcomer]) {
    expect(await apply(app, person, small)).toMatchObject({ status: 409, json: { code: 'STUDY_IS_FULL' } });
  }
});

test('BR5 whoever has applied hears that first, also of a study that is paused, full or closed by now', async () => {
  const own = await makePublished(app, researcher, { projectId }, { desiredNumberOfParticipants: 1 });
  const { id } = (await apply(app, participant, own)).content;
  const again = { status: 409, json: { code: 'ALREADY_APPLIED' } };
  await decide(app, researcher, own.id, [id], { status: 'ACCEPTED' });
  expect(await apply(app, participant, own)).toMatchObject(again);
  for (const move of [pauseStudy, closeStudy]) {
    await app.call(move, { as: researcher, params: { id: own.id } });
    expect(await apply(app, participant, own)).toMatchObject(again);
  }
});

test('CON-6 a repeat after a crash finds what the try before it wrote, also where the study is closed by now', async () => {
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
    content: { ...rest, study: { ...asked, standing: 'CLOSED' } },
  });
  const told = await app.call(listNotifications, { as: researcher, query: { size: 100 } });
  expect(told.content.filter(({ message }) => message.includes('Sent from the bus'))).toHaveLength(1);
});

test.each(['AFTER_ACCEPTANCE', 'AT_ONCE'] as const)(
  'whoever was suspended a moment ago does not apply by a token that is still believed: %s',
  async (choosing) => {
    const applicant = await registerParticipant(app, { withProfile: true });
    const asked = await makePublished(app, researcher, { projectId }, { choosing });
    const bar = (isBarred: boolean) =>
      sql`
        insert into project.barred_people (user_id, version, is_barred) values (${applicant.userId}, 1, ${isBarred})
        on conflict (user_id) do update set is_barred = ${isBarred}`.execute(app.engine.owner);
    await bar(true);
    expect(await apply(app, applicant, asked)).toMatchObject({
      status: 401,
      json: { code: 'NOT_SIGNED_IN' },
    });
    expect((await app.call(listOwnApplications, { as: applicant })).content).toEqual([]);
    await bar(false);
    expect((await apply(app, applicant, asked)).status).toBe(201);
  },
);

test('S-405 drafts, unknown and unfit studies take no application', async () => {
  const draft = await makeDraft(app, researcher, { projectId });
  const unfit = await makePublished(app, researcher, { projectId, deviceRequirements: ['TABLET'] });
  const codes = [];
  for (const id of [draft.id, '0de00000-0000-7000-8000-00000000fffe', 'nonsense', unfit.id]) {
    codes.push((await apply(app, participant, { ...study, id })).json['code']);
  }
  expect(codes).toEqual(['STUDY_NOT_FOUND', 'STUDY_NOT_FOUND', 'STUDY_NOT_FOUND', 'STUDY_DOES_NOT_FIT']);
});

test('S-117 an applicant’s id that is not the caller’s is refused, in the query and in the body', async () => {
  const foreign = { status: 403, json: { code: 'NOT_YOURS' } };
  const body = { applicantId: researcher.userId, responses: responsesTo(study) };
  expect(await app.call(applyToStudy, { as: participant, params: { id: study.id }, body })).toMatchObject(
    foreign,
  );
  const query = { applicantId: researcher.userId };
  expect(await app.call(listOwnApplications, { as: participant, query })).toMatchObject(foreign);
});

test('S-603 the researcher is told of an applicant and reads name, facts, answers and whether they qualify', async () => {
  const own = await makePublished(app, researcher, { projectId, name: 'Fufu or banku, wave 2' });
  const { dateOfBirth } = profileBody('').demographic;
  const applicants = [];
  for (const choices of [[0], [1]]) {
    const applicant = await registerParticipant(app, { withProfile: true });
    expect((await apply(app, applicant, own, choices)).status).toBe(201);
    applicants.unshift(applicant);
  }
  const listed = await app.call(listApplicants, { as: researcher, params: { id: own.id } });
  expect(listed.json).toMatchObject({ totalElements: 2, totalPages: 1, numberOfElements: 2 });
  expect(listed.content).toEqual(
    applicants.map((applicant, index) => ({
      id: expect.any(String),
      applicantId: applicant.userId,
      firstName: applicant.firstName,
      lastName: applicant.lastName,
      age: ageOn(today(), dateOfBirth),
      gender: 'FEMALE',
      education: 'BACHELORS_DEGREE',
      annualHouseholdIncome: 'BETWEEN_10000_30000',
      devices: ['MOBILE_PHONE'],
      cell: null,
      changedSince: [],
      sharesNumber: false,
      consent: { version: 0, agreedAt: null, takenBackAt: null },
      isConsentOutdated: false,
      payment: null,
      status: 'PENDING',
      isQualified: index === 1,
      responses: responsesTo(own, index === 1 ? [0] : [1]),
      appliedAt: expect.any(String),
      history: [{ status: 'PENDING', at: expect.any(String), by: 'APPLICANT', reason: null, note: null }],
      remarks: '',
      isFavourite: false,
      unreadMessages: 0,
      meeting: null,
    })),
  );
  const told = await app.call(listNotifications, { as: researcher, query: { size: 2 } });
  const notice = {
    message: 'Someone applied to “Fufu or banku, wave 2”.',
    read: false,
    path: expect.stringContaining(`/dashboard/study-applicants/${own.id}?applicant=`),
  };
  expect(told.content).toMatchObject([notice, notice]);
});

test('CON-1 the table itself holds one application of a person to a study', async () => {
  const own = await makePublished(app, researcher, { projectId });
  await apply(app, participant, own);
  const again = sql`
    insert into project.applications (application_id, study_id, applicant_id, is_qualified, responses)
    select gen_random_uuid(), study_id, applicant_id, is_qualified, responses from project.applications
    where study_id = ${own.id}`;
  await expect(again.execute(app.engine.owner)).rejects.toThrow('applications_study_id_applicant_id_key');
});
