import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { addPlaces, createStudy, editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { dayAhead, makeDraft, makeProject, makePublished, planBody, studyBody } from '#test/studies.ts';

const app = useApp();
let owner: SignedInUser;
let projectId: string;

beforeAll(async () => {
  owner = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, owner)).id;
});

const readSlotStarts = async (studyId: string) => {
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
  expect(created).toMatchObject({ content: { version: 1 }, headers: { etag: '"1"' } });
  const read = await app.call(readStudy, { as: owner, params: { id: created.content.id } });
  expect(read.content).toEqual(created.content);
});

test('a study says whether it may have a budget, even if it no longer pays', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  expect(draft).toMatchObject({ incentive: 0, mayHaveBudget: false });
  const { projectId: _, ...text } = studyBody(projectId);
  const pay = async (incentive: number) =>
    (await app.call(editStudy, { as: owner, params: { id: draft.id }, body: { ...text, incentive } }))
      .content;
  expect(await pay(50)).toMatchObject({ incentive: 50, mayHaveBudget: true });
  expect(await pay(0)).toMatchObject({ incentive: 0, mayHaveBudget: true });
});

test('S-311 S-313 S-314 publishing stores the plan in order, with its instants in GMT', async () => {
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
  expect(await readSlotStarts(draft.id)).toEqual(instants);
});

test('S-313 past slots of today are dropped; a plan of only such slots is refused', async () => {
  const draft = await makeDraft(app, owner, { projectId });
  const params = { id: draft.id };
  const past = planBody({ availableDates: [dayAhead(0)], availableTimes: ['12:00 AM'] });
  const refused = await app.call(publishStudy, { as: owner, params, body: past });
  expect(refused).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
  expect(refused.content).toMatchObject([
    {
      message: 'These times have passed. Please choose later ones, or another day',
      field: 'availableTimes',
    },
  ]);
  expect((await app.call(readStudy, { as: owner, params })).content).toMatchObject({ state: 'DRAFT' });

  // Late in the day, tomorrow's midnight would be within the notice period.
  const body = { ...past, availableDates: [dayAhead(0), dayAhead(2)] };
  expect((await app.call(publishStudy, { as: owner, params, body })).status).toBe(200);
  expect(await readSlotStarts(draft.id)).toEqual([`${dayAhead(2)}T00:00:00.000Z`]);

  const { id } = await makeDraft(app, owner, { projectId });
  const mixed = { ...body, availableTimes: ['12:00 AM', '11:00 PM'] };
  const { content } = await app.call(publishStudy, { as: owner, params: { id }, body: mixed });
  const starts = await readSlotStarts(id);
  expect(starts.slice(-2)).toEqual(['00:00', '23:00'].map((time) => `${dayAhead(2)}T${time}:00.000Z`));
  expect(starts.filter((start) => start <= (content.publishedAt ?? ''))).toEqual([]);
});

test('S-312 S-314 an invalid plan is refused with the form’s messages', async () => {
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
    [{ availableDates: [dayAhead(-1)] }, 'availableDates.0', 'Please choose today or a later day'],
  ];
  for (const [given, field, message] of cases) {
    const body = { ...planBody(), ...given };
    const answer = await app.call(publishStudy, { as: owner, params: { id: draft.id }, body });
    expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    expect(answer.content).toContainEqual(expect.objectContaining({ message, field }));
  }
});

test('S-315 publishing twice is one publish; a different plan comes too late', async () => {
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
  expect(await readSlotStarts(draft.id)).toHaveLength(6);
});

test('S-312 the places of a published study can be raised, never lowered', async () => {
  const study = await makePublished(app, owner, { projectId }, { desiredNumberOfParticipants: 5 });
  const add = (desiredNumberOfParticipants: number) =>
    app.call(addPlaces, { as: owner, params: { id: study.id }, body: { desiredNumberOfParticipants } });
  expect((await add(8)).content).toEqual({
    ...study,
    desiredNumberOfParticipants: 8,
    placesLeft: 8,
    version: study.version + 1,
  });
  const fewer = await add(7);
  expect(fewer).toMatchObject({
    status: 400,
    json: { content: [{ field: 'desiredNumberOfParticipants', code: 'placesOnlyMore' }] },
  });
  expect((await add(8)).content).toMatchObject({ version: study.version + 1 });
  for (const [places, code] of [
    [1001, 'participantsMax'],
    [0, 'participantsMin'],
    [9.5, 'wholeNumber'],
  ] as const) {
    expect((await add(places)).json).toMatchObject({ content: [{ code }] });
  }
  expect((await app.call(readStudy, { as: owner, params: { id: study.id } })).content).toMatchObject({
    desiredNumberOfParticipants: 8,
    version: study.version + 1,
  });
});
