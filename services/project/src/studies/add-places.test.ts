import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { addPlaces, pauseStudy } from '@app/contracts/project/study-calls.ts';
import { startTestApp, type TestApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide } from '#test/applicants.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';

let app: TestApp;
let owner: SignedInUser;
let projectId: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, owner)).id;
});
afterAll(() => app.close());

const published = (places: number, given = {}) =>
  makePublished(app, owner, { projectId, ...given }, { desiredNumberOfParticipants: places });
const add = ({ id }: Study, places: number) =>
  app.call(addPlaces, { as: owner, params: { id }, body: { desiredNumberOfParticipants: places } });
const read = async ({ id }: Study) => (await app.call(readStudy, { as: owner, params: { id } })).content;

test('S-312 the places of a published study are raised, never lowered', async () => {
  const study = await published(5);
  expect((await add(study, 8)).content).toEqual({
    ...study,
    desiredNumberOfParticipants: 8,
    placesLeft: 8,
    version: study.version + 1,
  });
  const fewer = await add(study, 7);
  expect(fewer).toMatchObject({
    status: 400,
    json: { content: [{ field: 'desiredNumberOfParticipants', code: 'placesOnlyMore' }] },
  });
  expect((await add(study, 8)).content).toMatchObject({ version: study.version + 1 });
  for (const [places, code] of [
    [1001, 'participantsMax'],
    [0, 'participantsMin'],
    [9.5, 'wholeNumber'],
  ] as const) {
    expect((await add(study, places)).json).toMatchObject({ content: [{ code }] });
  }
  expect(await read(study)).toMatchObject({ desiredNumberOfParticipants: 8, version: study.version + 1 });
});

test('S-403 a full study is open again to everybody, and is told to who looked meanwhile', async () => {
  const ofAge = (year: number) =>
    registerParticipant(app, { withProfile: true, demographic: { dateOfBirth: `${year}-01-01` } });
  const age = new Date().getUTCFullYear() - 1931;
  const [esi, kofi] = [await ofAge(1931), await ofAge(1931)];
  const study = await published(1, { minimumAge: age - 1, maximumAge: age, publicName: 'Old days' });
  const { content } = await apply(app, esi, study);
  await decide(app, owner, study.id, [content.id], { status: 'ACCEPTED' });
  expect((await apply(app, kofi, study)).json).toMatchObject({ code: 'STUDY_IS_FULL' });
  const news = async () =>
    (await app.call(listNotifications, { as: kofi })).content.map(({ message }) => message).join();
  expect(await news()).not.toContain('Old days');
  expect((await add(study, 2)).status).toBe(200);
  expect(await news()).toContain('Old days');
  expect((await apply(app, kofi, study)).status).toBe(201);
});

test('a paused study stays paused with more places', async () => {
  const study = await published(2);
  await app.call(pauseStudy, { as: owner, params: { id: study.id } });
  expect((await add(study, 3)).content).toMatchObject({ state: 'PAUSED', desiredNumberOfParticipants: 3 });
});
