import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { submitUserInformation } from '@app/contracts/identity/profiles.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { UNMET_REQUIREMENTS, browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import type { NewStudy, Study } from '@app/contracts/project/studies.ts';
import { closeStudy, deleteStudy } from '@app/contracts/project/study-calls.ts';
import { today, yearsFrom } from '@app/contracts/calendar.ts';
import { useApp } from '@app/test/support/app.ts';
import { profileBody, registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { addOpenStudies, apply, dayAhead, makeDraft, makeProject, makePublished } from '#test/studies.ts';

const app = useApp();
let researcher: SignedInUser;
let participant: SignedInUser;
let projectId: string;

beforeAll(async () => {
  [researcher, participant] = await Promise.all([
    registerResearcher(app, { verified: true }),
    registerParticipant(app, { withProfile: true }),
  ]);
  projectId = (await makeProject(app, researcher)).id;
});

/** Opens the study for one test only, so that no other test finds it in a list. */
async function publish(given: Partial<NewStudy> = {}): Promise<Study> {
  const study = await makePublished(app, researcher, { projectId, ...given });
  const close = { as: researcher, params: { id: study.id } };
  onTestFinished(async () => void (await app.call(closeStudy, close)));
  return study;
}

test('S-602 a total counts 200 studies and whether there are more, and a page whether there is a next', async () => {
  onTestFinished(
    async () =>
      void (await sql`delete from project.studies where name = 'One of many'`.execute(app.engine.owner)),
  );
  // A new person each time, because the total of a person is cached.
  const listTotals = async (...pages: number[]) => {
    const person = await registerParticipant(app, { withProfile: true });
    const totals = [];
    for (const page of pages) {
      const { content, json } = await app.call(browseStudies, { as: person, query: { page } });
      totals.push([page, content.length, json['totalElements'], json['totalPages']]);
    }
    return totals;
  };
  await addOpenStudies(app, projectId, { count: 200, name: 'One of many', age: '1 hour' });
  expect(await listTotals(0, 19)).toEqual([
    [0, 10, 200, 20],
    [19, 10, 200, 20],
  ]);
  await addOpenStudies(app, projectId, { count: 20, name: 'One of many', age: '2 hours' });
  expect(await listTotals(0, 19, 20, 21)).toEqual([
    [0, 10, 201, 21],
    [19, 10, 201, 21],
    [20, 10, 211, 22],
    [21, 10, 220, 22],
  ]);
});

test('S-403 S-602 a participant browses matching open studies, newest first, ten per page, without those applied to', async () => {
  const person = await registerParticipant(app, { withProfile: true });
  const made = [];
  for (let number = 1; number <= 12; number += 1) {
    made.push(await publish({ publicName: `Study ${number}` }));
  }
  await makeDraft(app, researcher, { projectId });
  const newestFirst = made.map(({ id }) => id).toReversed();

  const first = await app.call(browseStudies, { as: person });
  expect(first.json).toMatchObject({
    totalPages: 2,
    totalElements: 12,
    size: 10,
    number: 0,
    numberOfElements: 10,
  });
  const second = await app.call(browseStudies, { as: person, query: { page: 1 } });
  expect(second.json).toMatchObject({
    totalPages: 2,
    totalElements: 12,
    size: 10,
    number: 1,
    numberOfElements: 2,
  });
  expect([...first.content, ...second.content].map(({ id }) => id)).toEqual(newestFirst);
  expect(first.content[0]).toEqual({
    id: newestFirst[0],
    publicName: 'Study 12',
    description: 'We talk about how you pay for food and what gets in the way.',
    deviceRequirements: ['COMPUTER_WITH_WEBCAM', 'MOBILE_PHONE'],
    durationInMinutes: 30,
    desiredNumberOfParticipants: 12,
    placesLeft: 12,
    availableDates: [dayAhead(1), dayAhead(3)],
    companyName: 'Market Square Research',
    ethics: null,
    publishedAt: expect.any(String),
    hasApplied: false,
    incentive: 0,
    meetingWay: 'PHONE',
    seatsPerSlot: 1,
  });
  expect((await app.call(browseStudies, { as: person, query: { page: 5 } })).json).toMatchObject({
    content: [],
    totalElements: 12,
    totalPages: 2,
    number: 5,
  });

  const [, newest] = made.toReversed();
  if (newest) expect((await apply(app, person, newest)).status).toBe(201);
  const full = await app.call(browseStudies, { as: person });
  expect(full.json).toMatchObject({ totalElements: 11, numberOfElements: 10 });
  expect(full.content.map(({ id }) => id)).not.toContain(newest?.id);
  const all = await app.call(browseStudies, { as: person, query: { size: 100 } });
  expect(all.json).toMatchObject({ totalElements: 11, numberOfElements: 11, size: 100, totalPages: 1 });
});

test('S-403 a publish, closing or deletion shows at the next request, in the page and in the total', async () => {
  const person = await registerParticipant(app, {
    withProfile: true,
    demographic: { education: 'MASTERS_DEGREE' },
  });
  const wanted = { education: ['MASTERS_DEGREE' as const], gender: ['FEMALE' as const] };
  const readPage = async () => (await app.call(browseStudies, { as: person, query: { size: 1 } })).json;
  const first = await publish(wanted);
  const before = await readPage();
  expect(before).toMatchObject({ content: [{ id: first.id }] });
  const total = Number(before['totalElements']);
  const study = await publish(wanted);
  expect(await readPage()).toMatchObject({ content: [{ id: study.id }], totalElements: total + 1 });
  await app.call(deleteStudy, { as: researcher, params: { id: study.id } });
  expect(await readPage()).toMatchObject({ content: [{ id: first.id }], totalElements: total });
});

test('S-404 before the set-up all open studies are listed and readable; right after it, the matching ones', async () => {
  const newcomer = await registerParticipant(app);
  const fitting = await publish();
  const unfit = await publish({ gender: ['MALE'] });
  await makeDraft(app, researcher, { projectId });
  const readPage = async () => (await app.call(browseStudies, { as: newcomer, query: { size: 2 } })).content;
  expect((await readPage()).map(({ id }) => id)).toEqual([unfit.id, fitting.id]);
  const all = await app.call(browseStudies, { as: newcomer, query: { size: 100 } });
  expect(all.json).toMatchObject({ totalElements: all.content.length, totalPages: 1 });
  const read = await app.call(readStudy, { as: newcomer, params: { id: unfit.id } });
  expect(read.content).toMatchObject({ recruitmentStatus: 'OPEN', hasApplied: false, unmetRequirements: [] });
  // The criteria are not disclosed, so neither is whom they match.
  for (const { json } of [all, read]) {
    expect(JSON.stringify(json)).not.toMatch(/eligibility|QUALIFY|minimumAge|annualHouseholdIncome|"gender/);
  }
  await app.call(submitUserInformation, { as: newcomer, body: profileBody(newcomer.userId) });
  expect((await readPage())[0]).toMatchObject({ id: fitting.id });
});

test('S-407 a participant never receives the eligibility of a choice', async () => {
  const study = await publish();
  const read = await app.call(readStudy, { as: participant, params: { id: study.id } });
  expect(read.content).toEqual({
    audience: 'PARTICIPANT',
    id: study.id,
    version: study.version,
    publicName: study.publicName,
    description: study.description,
    deviceRequirements: study.deviceRequirements,
    durationInMinutes: 30,
    desiredNumberOfParticipants: 12,
    placesLeft: 12,
    availableDates: study.availableDates,
    availableTimes: study.availableTimes,
    companyName: 'Market Square Research',
    ethics: null,
    consent: null,
    publishedAt: study.publishedAt,
    hasApplied: false,
    recruitmentStatus: 'OPEN',
    incentive: 0,
    meetingWay: 'PHONE',
    seatsPerSlot: 1,
    choosing: 'AFTER_ACCEPTANCE',
    leadHours: 4,
    noticeHours: 24,
    bring: '',
    language: '',
    unmetRequirements: [],
    screeners: study.screeners.map(({ id, question, options }) => ({
      id,
      question,
      options: options.map((option) => ({ id: option.id, answer: option.answer })),
    })),
  });
  expect(read.headers['etag']).toBe(`"${study.version}"`);
  const listed = await app.call(browseStudies, { as: participant });
  for (const answer of [read, listed]) {
    expect(JSON.stringify(answer.json)).not.toMatch(/eligibility|QUALIFY|minimumAge|annualHouseholdIncome/);
  }
});

test('S-403 a study that does not match is not listed; its page names the unmet kinds of requirement', async () => {
  const birthday = yearsFrom(today(), -30);
  const person = await registerParticipant(app, {
    withProfile: true,
    demographic: { dateOfBirth: birthday },
  });
  const ages = { minimumAge: 30, maximumAge: 30 };
  const exact = await publish({ ...ages });
  const unfit = await publish({
    minimumAge: 31,
    gender: ['MALE'],
    education: ['DIPLOMA'],
    annualHouseholdIncome: ['MORE_THAN_100000'],
    deviceRequirements: ['TABLET'],
    regions: ['UPPER_WEST'],
    languages: ['DAGAARE'],
    employment: ['RETIRED'],
    jobRoles: ['LEGAL'],
    industries: ['MINING'],
    phoneOs: ['IOS_IPHONE'],
    hasInternet: true,
  });
  const tooYoung = await publish({ maximumAge: 29 });
  const listed = await app.call(browseStudies, { as: person, query: { size: 100 } });
  const ids = listed.content.map(({ id }) => id);
  expect(ids).toContain(exact.id);
  expect(ids).not.toContain(unfit.id);
  expect(ids).not.toContain(tooYoung.id);
  const read = await app.call(readStudy, { as: person, params: { id: unfit.id } });
  expect(read.content).toMatchObject({
    recruitmentStatus: 'OPEN',
    unmetRequirements: UNMET_REQUIREMENTS.filter((kind) => kind !== 'INTERNET'),
  });
  // The response names the kind, and never the value.
  expect(JSON.stringify(read.json)).not.toMatch(/UPPER_WEST|DAGAARE|RETIRED|LEGAL|MINING|IOS_IPHONE|DIPLOMA/);
  expect((await apply(app, person, unfit)).json).toMatchObject({ code: 'STUDY_DOES_NOT_FIT' });
  expect((await app.call(readStudy, { as: researcher, params: { id: unfit.id } })).content).toEqual(unfit);
});

test.each([
  ['FULL', sql`accepted_count = desired_number_of_participants`],
  ['PAUSED', sql`state = 'PAUSED'`],
  ['CLOSED', sql`state = 'CLOSED', closed_at = now()`],
])('S-406 AZ-7 a study that is %s is readable by its applicants', async (recruitmentStatus, change) => {
  const study = await publish();
  const as = await registerParticipant(app, { withProfile: true });
  expect((await apply(app, as, study)).status).toBe(201);
  await sql`update project.studies set ${change} where study_id = ${study.id}`.execute(app.engine.owner);
  const read = await app.call(readStudy, { as, params: { id: study.id } });
  expect(read).toMatchObject({ status: 200, content: { recruitmentStatus, hasApplied: true } });
});
