import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Gender, Region } from '@app/contracts/enumerations.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { countApplicants, exportApplicants, listApplicants } from '@app/contracts/project/applicants.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import type { Quota } from '@app/contracts/project/quotas.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import type { NewStudy, Study, StudyPublish } from '@app/contracts/project/studies.ts';
import * as calls from '@app/contracts/project/study-calls.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { decide } from '#test/applicants.ts';
import { accept, book, freshSlot, moveStart } from '#test/meetings.ts';
import { apply, makeDraft, makeProject, makePublished, planBody } from '#test/studies.ts';
import { readCsv } from '#test/read-csv.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let owner: SignedInUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, owner)).id;
});

const women = (places: number): Quota => ({ gender: 'FEMALE', places });
const men = (places: number): Quota => ({ gender: 'MALE', places });
const sumPlaces = (quotas: Quota[]) => quotas.reduce((sum, { places }) => sum + places, 0);

const publishWithQuotas = (
  quotas: Quota[],
  given: Partial<NewStudy> = {},
  plan: Partial<StudyPublish> = {},
) =>
  makePublished(
    app,
    owner,
    { projectId, ...given },
    {
      desiredNumberOfParticipants: sumPlaces(quotas),
      quotas,
      ...plan,
    },
  );
const person = (gender: Gender, demographic: { region?: Region; dateOfBirth?: string } = {}) =>
  registerParticipant(app, { withProfile: true, demographic: { gender, ...demographic } });
const put = (study: Study, quotas: Quota[], headers = {}) =>
  app.call(calls.changeQuotas, { as: owner, params: { id: study.id }, body: { quotas }, headers });
const read = async ({ id }: Study, as: SignedInUser) =>
  (await app.call(readStudy, { as, params: { id } })).content;
const decideOn = async (study: Study, ids: string[], status: 'ACCEPTED' | 'PENDING' = 'ACCEPTED') =>
  (await decide(app, owner, study.id, ids, { status })).content;
const applyForId = async (study: Study, as: SignedInUser) => {
  const answer = await apply(app, as, study);
  expect(answer.status).toBe(201);
  return answer.content.id;
};
const finds = async (study: Study, as: SignedInUser) => {
  const { content } = await app.call(browseStudies, { as, query: { page: '0', size: '100' } });
  return content.some(({ id }) => id === study.id);
};

const ACCRA = { region: 'GREATER_ACCRA' } as const;

test.each<[string, Quota[], field: string, code: string, given?: Partial<NewStudy>, places?: number]>([
  ['have another sum', [women(5), men(6)], 'quotas', 'quotasSum', {}, 12],
  ['overlap', [women(6), { ...ACCRA, places: 6 }], 'quotas', 'quotasOverlap'],
  [
    'overlap in one year',
    [
      { maximumAge: 30, places: 6 },
      { minimumAge: 30, places: 6 },
    ],
    'quotas',
    'quotasOverlap',
  ],
  [
    'have reversed ages',
    [{ minimumAge: 40, maximumAge: 30, places: 6 }],
    'quotas',
    'maximumAgeMoreThanMinimum',
  ],
  ['conflict with the gender', [men(6), women(6)], 'quotas.1', 'quotaOutside', { gender: ['MALE'] }],
  [
    'conflict with the regions',
    [{ ...ACCRA, places: 6 }],
    'quotas.0',
    'quotaOutside',
    { regions: ['ASHANTI'] },
  ],
  ['conflict with the ages', [{ minimumAge: 29, places: 6 }], 'quotas.0', 'quotaOutside', { minimumAge: 30 }],
  [
    'are too many',
    Array.from({ length: 61 }, (_, at) => ({ minimumAge: 18 + at, maximumAge: 18 + at, places: 1 })),
    'quotas',
    'tooMany',
  ],
  ['have negative places', [women(13), men(-1)], 'quotas.1.places', 'min'],
])('a study is not published if its quotas %s', async (_, quotas, field, code, given = {}, places) => {
  const draft = await makeDraft(app, owner, { projectId, ...given });
  const answer = await app.call(calls.publishStudy, {
    as: owner,
    params: { id: draft.id },
    body: planBody({ desiredNumberOfParticipants: places ?? sumPlaces(quotas), quotas }),
  });
  const content = [{ field, code }];
  expect(answer).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT', content } });
  expect(await read(draft, owner)).toMatchObject({ state: 'DRAFT', version: 1, quotas: [] });
});

test('quotas are published with the plan, and an equal second publish changes nothing', async () => {
  const quotas: Quota[] = [
    { gender: 'FEMALE', minimumAge: 18, maximumAge: 29, region: 'ASHANTI', places: 7 },
    { gender: 'FEMALE', minimumAge: 30, region: 'ASHANTI', places: 0 },
    { maximumAge: 40, region: 'OTI', places: 5 },
  ];
  const draft = await makeDraft(app, owner, { projectId });
  const publish = (given: Partial<StudyPublish>) =>
    app.call(calls.publishStudy, { as: owner, params: { id: draft.id }, body: planBody(given) });
  expect((await publish({ quotas })).content).toMatchObject({ state: 'PUBLISHED', version: 2, quotas });
  expect((await publish({ quotas })).content).toMatchObject({ version: 2, quotas });
  for (const others of [[women(12)], undefined])
    expect((await publish(others ? { quotas: others } : {})).json).toMatchObject({
      code: 'STUDY_IS_PUBLISHED',
    });
});

test('half women: a full quota is refused by name, hidden, and open again once a place is released', async () => {
  const [ama, esi, abena, kofi, other] = await Promise.all([
    person('FEMALE'),
    person('FEMALE'),
    person('FEMALE'),
    person('MALE'),
    person('OTHERS'),
  ]);
  // A person who has looked once is notified of studies that open later.
  const before = await publishWithQuotas([women(1)]);
  for (const as of [abena, kofi]) await finds(before, as);
  const study = await publishWithQuotas([women(1), men(1)], { publicName: 'Half of each' });
  const isNotified = async (as: SignedInUser) =>
    (await app.call(listNotifications, { as })).content.some(({ message }) =>
      message.includes('Half of each'),
    );
  expect(await Promise.all([ama, abena, kofi, other].map((as) => finds(study, as)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  const [ofAma, ofEsi] = [await applyForId(study, ama), await applyForId(study, esi)];
  expect(await decideOn(study, [ofAma])).toMatchObject({ decided: [ofAma], placesLeft: 1 });
  expect(await decideOn(study, [ofEsi])).toMatchObject({
    decided: [],
    undecided: [{ applicationId: ofEsi, because: 'QUOTA_IS_FULL', quota: 0 }],
    placesLeft: 1,
  });
  expect(await Promise.all([abena, kofi, other].map((as) => finds(study, as)))).toEqual([false, true, false]);
  // A shared link names the kind, but neither the quotas nor their places. Applicants do not learn of a
  // decision before its notification.
  for (const as of [ama, esi])
    expect(await read(study, as)).toMatchObject({ recruitmentStatus: 'OPEN', unmetRequirements: [] });
  const seen = await read(study, abena);
  expect(seen).toMatchObject({ recruitmentStatus: 'OPEN', unmetRequirements: ['GROUP'] });
  expect(seen).not.toHaveProperty('quotas');
  for (const as of [abena, other])
    expect(await apply(app, as, study)).toMatchObject({ status: 409, json: { code: 'GROUP_IS_FULL' } });
  expect([await isNotified(abena), await isNotified(kofi)]).toEqual([false, true]);

  await decideOn(study, [ofAma], 'PENDING');
  expect(await finds(study, abena)).toBe(true);
  expect(await decideOn(study, [ofEsi])).toMatchObject({ decided: [ofEsi] });
  expect(await finds(study, abena)).toBe(false);
  await app.call(withdrawApplication, { as: esi, params: { id: ofEsi } });
  expect(await finds(study, abena)).toBe(true);
});

test('if many are accepted at once, the first of each quota get its places', async () => {
  const study = await publishWithQuotas([women(1), men(2)]);
  const genders = ['FEMALE', 'MALE', 'FEMALE', 'MALE', 'MALE'] as const;
  const people = await Promise.all(genders.map((gender) => person(gender)));
  const ids: string[] = [];
  for (const one of people) ids.push(await applyForId(study, one));
  const [woman, man, secondWoman, secondMan, thirdMan] = ids;
  expect(await decideOn(study, ids.slice(0, 4))).toEqual({
    decided: [woman, man, secondMan],
    undecided: [{ applicationId: secondWoman, because: 'QUOTA_IS_FULL', quota: 0 }],
    placesLeft: 0,
  });
  expect(await decideOn(study, [thirdMan ?? ''])).toMatchObject({
    undecided: [{ because: 'NO_PLACE_LEFT' }],
  });
});

test('a free place moves to a full quota, with the right version, never from an accepted applicant', async () => {
  const study = await publishWithQuotas([women(1), men(2)]);
  const [ama, esi] = [
    await applyForId(study, await person('FEMALE')),
    await applyForId(study, await person('FEMALE')),
  ];
  const kofi = await applyForId(study, await person('MALE'));
  await decideOn(study, [ama, kofi]);
  const refusals: [Quota[], object][] = [
    [[men(2), women(1)], { field: 'quotas', code: 'quotasStay' }],
    [[{ ...women(1), minimumAge: 20 }, men(2)], { field: 'quotas', code: 'quotasStay' }],
    [[], { field: 'quotas', code: 'quotasStay' }],
    [[women(1), men(3)], { field: 'quotas', code: 'quotasSum' }],
    [[women(3), men(0)], { field: 'quotas.1.places', code: 'min', params: { limit: 1 } }],
    [[women(0), men(3)], { field: 'quotas.0.places', code: 'min', params: { limit: 1 } }],
  ];
  for (const [quotas, refused] of refusals)
    expect(await put(study, quotas)).toMatchObject({ status: 400, json: { content: [refused] } });
  const rearranged = [women(2), men(1)];
  expect(await put(study, rearranged, { 'if-match': '"99"' })).toMatchObject({ status: 412 });
  const version = study.version + 1;
  expect(await put(study, rearranged, { 'if-match': `"${study.version}"` })).toMatchObject({
    status: 200,
    content: { quotas: rearranged, version, placesLeft: 1 },
  });
  // The first answer may have been lost.
  expect((await put(study, rearranged, { 'if-match': `"${study.version}"` })).content).toMatchObject({
    version,
  });
  expect(await finds(study, await person('MALE'))).toBe(false);
  expect(await decideOn(study, [esi])).toMatchObject({ decided: [esi], placesLeft: 0 });
  await app.call(calls.closeStudy, { as: owner, params: { id: study.id } });
  expect((await put(study, [women(1), men(2)])).json).toMatchObject({ code: 'STUDY_IS_CLOSED' });
  const draft = await makeDraft(app, owner, { projectId });
  expect((await put(draft, [])).json).toMatchObject({ code: 'STUDY_IS_DRAFT' });
});

test('added places are shared among the quotas in proportion', async () => {
  const study = await publishWithQuotas([women(4), men(2)]);
  const body = { desiredNumberOfParticipants: 10 };
  const more = await app.call(calls.addPlaces, { as: owner, params: { id: study.id }, body });
  expect(more.content.quotas).toEqual([women(7), men(3)]);
});

test('an applicant who would choose a time at once waits if their quota is full', async () => {
  const study = await publishWithQuotas([women(1), men(1)], {}, { choosing: 'AT_ONCE' });
  const statuses = [];
  for (const gender of ['FEMALE', 'FEMALE', 'MALE', 'MALE'] as const)
    statuses.push((await apply(app, await person(gender), study)).content.status);
  expect(statuses).toEqual(['ACCEPTED', 'PENDING', 'ACCEPTED', 'PENDING']);
  const more = await publishWithQuotas([women(1), men(1)], {}, { choosing: 'AT_ONCE' });
  expect((await apply(app, await person('OTHERS'), more)).json).toMatchObject({ code: 'GROUP_IS_FULL' });
});

test('a participant who is or may be owed the incentive keeps a place of their quota', async () => {
  const study = await makePaidStudy(app, owner);
  await sql`insert into project.study_quotas values (${study.id}, 0, 2, 0, 127, 0, 1), (${study.id}, 1, 1, 0, 127, 0, 9)`.execute(
    app.engine.owner,
  );
  const setPlaces = async (places: number) => {
    await sql`update project.study_quotas set places = ${places} where study_id = ${study.id} and quota = 0`.execute(
      app.engine.owner,
    );
    await sql`update project.studies set open_quotas = '{}' where study_id = ${study.id}`.execute(
      app.engine.owner,
    );
  };
  await setPlaces(1);
  const [ama, esi] = [await person('FEMALE'), await person('FEMALE')];
  const ofAma = await accept(app, { researcher: owner, participant: ama, study });
  const { content: booking } = await book(app, ama, study.id, await freshSlot(app, study.id));
  await moveStart(app, booking.id, '-20 hours');
  await setPlaces(2);
  const ofEsi = await applyForId(study, esi);
  await setPlaces(1);
  await decide(app, owner, study.id, [ofAma], { status: 'PENDING', cancelsMeeting: true });
  const full = { undecided: [{ applicationId: ofEsi, because: 'QUOTA_IS_FULL', quota: 0 }] };
  // The cancellation came so late that her meeting counts as attended.
  expect(await decideOn(study, [ofEsi])).toMatchObject(full);
  expect(await decideOn(study, [ofAma])).toMatchObject({ decided: [ofAma] });
  await decideOn(study, [ofAma], 'PENDING');
  expect(await decideOn(study, [ofEsi])).toMatchObject(full);
  expect(await finds(study, await person('FEMALE'))).toBe(false);
  await sql`update project.payables set pesewas = 0, version = version + 1 where application_id = ${ofAma}`.execute(
    app.engine.owner,
  );
  expect(await finds(study, await person('FEMALE'))).toBe(true);
  expect(await decideOn(study, [ofEsi])).toMatchObject({ decided: [ofEsi] });
});

test('applicants are counted, filtered and exported by their quota when the study opened', async () => {
  const ashanti: Quota = { region: 'ASHANTI', maximumAge: 40, places: 2 };
  const accra: Quota = { region: 'GREATER_ACCRA', maximumAge: 40, places: 2 };
  const study = await publishWithQuotas([ashanti, accra]);
  const people = await Promise.all([
    person('FEMALE', { region: 'ASHANTI' }),
    person('MALE', { region: 'GREATER_ACCRA' }),
    person('MALE', { region: 'GREATER_ACCRA' }),
  ]);
  const ids = [];
  for (const one of people) ids.push(await applyForId(study, one));
  await decideOn(study, [ids[1] ?? '']);
  const own = { as: owner, params: { id: study.id } };
  const none = { pending: 0, accepted: 0, met: 0, taken: 0 };
  expect((await app.call(countApplicants, own)).content.byQuota).toEqual([
    { ...none, pending: 1 },
    { ...none, pending: 1, accepted: 1, taken: 1 },
  ]);
  const listNames = async (query: object) =>
    (await app.call(listApplicants, { ...own, query: { page: '0', size: '10', sort: 'OLDEST', ...query } }))
      .content;
  expect((await listNames({})).map(({ quota }) => quota)).toEqual([0, 1, 1]);
  expect((await listNames({ quota: '1', status: 'PENDING' })).map(({ id }) => id)).toEqual([ids[2]]);
  expect(await listNames({ quota: '7' })).toEqual([]);
  const file = await app.call(exportApplicants, { ...own, query: { quota: '0' } });
  const [header = [], row = []] = readCsv(file.text);
  expect(row[header.indexOf('Group')]).toBe('up to 40, Ashanti');
});
