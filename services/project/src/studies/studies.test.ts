import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listProjectStudies } from '@app/contracts/project/projects.ts';
import { createStudy, deleteStudy, editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { startTestApp, type TestApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import {
  apply,
  dayAhead,
  makeDraft,
  makeProject,
  makePublished,
  planBody,
  studyBody,
} from '#test/studies.ts';

let app: TestApp;
let owner: SignedInUser;
let other: SignedInUser;
let participant: SignedInUser;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp();
  [owner, other, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, owner)).id;
});
afterAll(() => app.close());

const slotsOf = async (studyId: string) => {
  const query = sql<{ at: Date }>`
    select starts_at as at from project.study_slots where study_id = ${studyId} order by starts_at`;
  return (await query.execute(app.engine.owner)).rows.map(({ at }) => at.toISOString());
};

test('S-303 S-315 a study is created as a draft with all three stages', async () => {
  const body = studyBody(projectId);
  const created = await app.call(createStudy, { as: owner, body });
  expect(created.status).toBe(201);
  expect(created.content).toMatchObject({
    ...body,
    audience: 'RESEARCHER',
    deviceRequirements: ['COMPUTER_WITH_WEBCAM', 'MOBILE_PHONE'],
    state: 'DRAFT',
    availableDates: [],
    availableTimes: [],
    durationInMinutes: null,
    desiredNumberOfParticipants: null,
    publishedAt: null,
  });
  const read = await app.call(readStudy, { as: owner, params: { id: created.content.id } });
  expect(read.content).toEqual(created.content);
});

test('a study says whether it can have a budget, also where it pays no more', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  expect(draft).toMatchObject({ incentive: 0, mayHaveBudget: false });
  const { projectId: _, ...text } = studyBody(projectId);
  const pay = async (incentive: number) =>
    (await app.call(editStudy, { as: owner, params: { id: draft.id }, body: { ...text, incentive } }))
      .content;
  expect(await pay(50)).toMatchObject({ incentive: 50, mayHaveBudget: true });
  expect(await pay(0)).toMatchObject({ incentive: 0, mayHaveBudget: true });
});

test('S-304 S-305 S-310 a study that a stage of the form would refuse is refused in its words', async () => {
  const cases: [object, string, string][] = [
    [{ name: ' ' }, 'name', 'Please enter your study name'],
    [{ publicName: '' }, 'publicName', 'Please enter your public study name'],
    [{ description: '' }, 'description', 'Please enter your study description'],
    [{ deviceRequirements: [] }, 'deviceRequirements', 'Please select a device'],
    [{ minimumAge: 0 }, 'minimumAge', 'Please enter a valid age'],
    [{ minimumAge: 40, maximumAge: 39 }, 'maximumAge', 'Maximum  must be more than minimum'],
    [{ screeners: [] }, 'screeners', 'Please add at least one question'],
  ];
  for (const [given, field, message] of cases) {
    const answer = await app.call(createStudy, { as: owner, body: { ...studyBody(projectId), ...given } });
    expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    expect(answer.content).toContainEqual(expect.objectContaining({ message, field }));
  }
});

test('S-310 texts and eligibility of the screener are kept as they are, empty ones too', async () => {
  const options = [
    { id: 'aaaaa1', answer: '', eligibility: '' as const },
    { id: 'aaaaa2', answer: '', eligibility: 'DISQUALIFY' as const },
  ];
  const screeners = [{ id: 'aaaaa0', question: '', options }];
  const draft = await makeDraft(app, owner, { projectId, screeners });
  expect(draft.screeners).toEqual(screeners);
});

test('S-311 S-313 S-314 publishing stores the plan in order, and its instants in GMT', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const answer = await app.call(publishStudy, { as: owner, params: { id: draft.id }, body: planBody() });
  expect(answer.status).toBe(200);
  expect(answer.content).toMatchObject({
    state: 'PUBLISHED',
    availableDates: [dayAhead(1), dayAhead(3)],
    availableTimes: ['09:00 AM', '09:30 AM', '02:00 PM'],
    durationInMinutes: 30,
    desiredNumberOfParticipants: 12,
    publishedAt: expect.any(String),
  });
  const times = ['09:00', '09:30', '14:00'];
  const instants = [dayAhead(1), dayAhead(3)].flatMap((day) => times.map((time) => `${day}T${time}:00.000Z`));
  expect(await slotsOf(draft.id)).toEqual(instants);
});

test('S-313 the slots of today that are past are dropped; a plan of such slots alone is refused', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const params = { id: draft.id };
  const past = planBody({ availableDates: [dayAhead(0)], availableTimes: ['12:00 AM'] });
  const refused = await app.call(publishStudy, { as: owner, params, body: past });
  expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
  expect(refused.content).toMatchObject([
    {
      message: 'These times of today are past. Please choose later ones, or another day',
      field: 'availableTimes',
    },
  ]);
  expect((await app.call(readStudy, { as: owner, params })).content).toMatchObject({ state: 'DRAFT' });

  // Tomorrow's midnight would come within the notice late in the day.
  const body = { ...past, availableDates: [dayAhead(0), dayAhead(2)] };
  expect((await app.call(publishStudy, { as: owner, params, body })).status).toBe(200);
  expect(await slotsOf(draft.id)).toEqual([`${dayAhead(2)}T00:00:00.000Z`]);
});

test('S-312 S-314 a plan that the form would refuse is refused in its words', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const cases: [object, string, string][] = [
    [{ durationInMinutes: 20 }, 'durationInMinutes', 'Please select your desired duration'],
    [
      { desiredNumberOfParticipants: 0 },
      'desiredNumberOfParticipants',
      'The mimimum number of participants is 1',
    ],
    [
      { desiredNumberOfParticipants: 1001 },
      'desiredNumberOfParticipants',
      'The maximum number of participants is 1000',
    ],
    [{ availableDates: [] }, 'availableDates', 'Please select your desired dates'],
    [{ availableTimes: [] }, 'availableTimes', 'Please select your desired dates'],
    [{ availableTimes: ['09:15 AM'] }, 'availableTimes', 'This time does not fit the chosen duration'],
    [{ availableDates: [dayAhead(-1)] }, 'availableDates.0', 'Please choose days from today on'],
  ];
  for (const [given, field, message] of cases) {
    const body = { ...planBody(), ...given };
    const answer = await app.call(publishStudy, { as: owner, params: { id: draft.id }, body });
    expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    expect(answer.content).toContainEqual(expect.objectContaining({ message, field }));
  }
});

test('S-315 publishing twice is one publish; another plan comes too late', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const publish = (body: object) => app.call(publishStudy, { as: owner, params: { id: draft.id }, body });
  const first = await publish(planBody());
  const reordered = planBody({
    availableDates: planBody().availableDates.toReversed(),
    availableTimes: planBody().availableTimes.toReversed(),
  });
  for (const body of [planBody(), reordered]) {
    const again = await publish(body);
    expect({ status: again.status, content: again.content }).toEqual({ status: 200, content: first.content });
  }
  const changes = [
    { desiredNumberOfParticipants: 13 },
    { durationInMinutes: 15 as const },
    { availableDates: [dayAhead(1)] },
    { availableTimes: ['09:00 AM'] },
  ];
  for (const change of changes) {
    expect(await publish(planBody(change))).toMatchObject({
      status: 409,
      json: { code: 'STUDY_IS_PUBLISHED' },
    });
  }
  expect(await slotsOf(draft.id)).toHaveLength(6);
});

test('S-316 a draft and a published study without applicants go', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const published = await makePublished(app, owner, { projectId });
  for (const { id } of [draft, published]) {
    expect((await app.call(deleteStudy, { as: owner, params: { id } })).status).toBe(204);
    expect(await app.call(deleteStudy, { as: owner, params: { id } })).toMatchObject({ status: 404 });
    expect(await app.call(readStudy, { as: owner, params: { id } })).toMatchObject({ status: 404 });
  }
  const listed = await app.call(listProjectStudies, {
    as: owner,
    params: { id: projectId },
    query: { size: 100 },
  });
  const ids = listed.content.map(({ id }) => id);
  expect(ids).not.toContain(draft.id);
  expect(ids).not.toContain(published.id);
});

test('S-316 S-603 a study with applicants is closed and they are told, once', async () => {
  const study = await makePublished(app, owner, { projectId, publicName: 'Trotro routes' });
  const applicants = await Promise.all([
    registerParticipant(app, { withProfile: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  for (const applicant of applicants) expect((await apply(app, applicant, study)).status).toBe(201);
  const params = { id: study.id };
  expect((await app.call(deleteStudy, { as: owner, params })).status).toBe(204);
  expect((await app.call(deleteStudy, { as: owner, params })).status).toBe(204);

  expect((await app.call(readStudy, { as: owner, params })).content).toMatchObject({ state: 'CLOSED' });
  expect((await app.call(listApplicants, { as: owner, params })).json).toMatchObject({ totalElements: 2 });
  for (const applicant of applicants) {
    // A job notifies them.
    const inbox = async () => (await app.call(listNotifications, { as: applicant })).content;
    await expect.poll(inbox).toMatchObject([
      {
        message: '“Trotro routes” is closed now. Your answers are kept.',
        path: `/dashboard/studies#${study.id}`,
      },
    ]);
  }
  const publish = await app.call(publishStudy, { as: owner, params, body: planBody() });
  expect(publish).toMatchObject({ status: 409, json: { code: 'STUDY_IS_CLOSED' } });
  expect(await apply(app, participant, study)).toMatchObject({
    status: 409,
    json: { code: 'STUDY_IS_CLOSED' },
  });
  expect(await app.call(readStudy, { as: participant, params })).toMatchObject({ status: 404 });
});

test('S-117 another’s study answers exactly as an unknown one', async () => {
  const study = await makePublished(app, owner, { projectId });
  const unknown = '0de00000-0000-7000-8000-00000000fffe';
  const calls = [
    (id: string) => app.call(readStudy, { as: other, params: { id } }),
    (id: string) => app.call(publishStudy, { as: other, params: { id }, body: planBody() }),
    (id: string) => app.call(deleteStudy, { as: other, params: { id } }),
    (id: string) => app.call(listApplicants, { as: other, params: { id } }),
  ];
  for (const call of calls) {
    const [foreign, absent] = [await call(study.id), await call(unknown)];
    expect(foreign.status).toBe(404);
    expect({ ...foreign.json, requestId: '' }).toEqual({ ...absent.json, requestId: '' });
  }
  const draft = await makeDraft(app, owner, { projectId });
  const hidden = await app.call(readStudy, { as: participant, params: { id: draft.id } });
  const absent = await app.call(readStudy, { as: participant, params: { id: unknown } });
  expect({ ...hidden.json, requestId: '' }).toEqual({ ...absent.json, requestId: '' });
});
