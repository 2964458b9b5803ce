import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { countApplicants, listApplicants, remarkApplicant } from '@app/contracts/project/applicants.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerResearcher } from '@app/test/support/people.ts';
import { addApplicants, decide } from '#test/applicants.ts';
import { makeDraft, makeProject, makePublished } from '#test/studies.ts';
import { SERVICE_ROLE } from '../../open-db.ts';
import type { ProjectTables } from '../../schema.ts';
import { createApplicantTotals } from './count-applicants.ts';

const app = useApp();
let researcher: SignedInUser;
let projectId: string;
let now = Date.parse('2026-05-01');
beforeAll(async () => {
  researcher = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, researcher)).id;
});

const totals = () => createApplicantTotals(app.engine.connect<ProjectTables>(SERVICE_ROLE), () => now);
const studyWith = async (count: number) => {
  const { id } = await makePublished(app, researcher, { projectId });
  return { id, applications: await addApplicants(app, id, count) };
};

const ask = (id: string) => app.call(countApplicants, { as: researcher, params: { id } });

test('AP7 a status, screening result or day without applicants counts as zero, also for a draft', async () => {
  const draft = await makeDraft(app, researcher, { projectId });
  expect((await ask(draft.id)).content).toMatchObject({ all: 0, wanted: null, days: [] });
  const many = await makePublished(app, researcher, { projectId });
  expect((await ask(many.id)).content).toEqual({
    all: 0,
    byStatus: { PENDING: 0, ACCEPTED: 0, DECLINED: 0, WITHDRAWN: 0 },
    byScreening: { QUALIFIED: 0, DISQUALIFIED: 0 },
    wanted: 12,
    days: [],
    byQuota: [],
  });
  const ids = await addApplicants(app, many.id, 4);
  const days = [
    '2026-03-02T00:00:00.000001Z',
    '2026-03-01T23:59:59.999999Z',
    '2026-02-11T12:00:00Z',
    '2026-03-02T10:00:00Z',
  ];
  for (const [index, at] of days.entries()) {
    await sql`
      update project.applications set applied_at = ${at}, is_qualified = ${index !== 0}
      where application_id = ${ids[index]}`.execute(app.engine.owner);
  }
  expect((await ask(many.id)).content).toMatchObject({
    all: 4,
    byStatus: { PENDING: 4 },
    byScreening: { QUALIFIED: 3, DISQUALIFIED: 1 },
    days: [
      { day: '2026-02-11', applied: 1, qualified: 1 },
      { day: '2026-03-01', applied: 1, qualified: 1 },
      { day: '2026-03-02', applied: 2, qualified: 1 },
    ],
  });
});

test('two thousand applicants are counted on every request', async () => {
  const { counts, total } = totals();
  const { id } = await studyWith(2000);
  expect(await total(id, {})).toBe(2000);
  await sql`
    update project.applications set responses = '[{"id": "1", "question": "?", "answer": "No"}]'
    where study_id = ${id}`.execute(app.engine.owner);
  expect(await total(id, { question: '1', answer: 'No' })).toBe(2000);
  expect(await total(id, { question: '1', answer: 'Yes' })).toBe(0);
  await addApplicants(app, id, 1);
  expect(await total(id, {})).toBe(2001);
  expect((await counts(id, { isOnline: false })).all).toBe(2001);
});

test('larger totals are cached for five seconds, for any filter, unless they are cleared earlier', async () => {
  const { counts, total, invalidate } = totals();
  const { id } = await studyWith(2001);
  const addOne = async () => {
    const [applicationId] = await addApplicants(app, id, 1);
    await sql`
      insert into project.submissions (submission_id, application_id, study_id, participant_id, session_key, status, expires_at)
      select gen_random_uuid(), application_id, study_id, applicant_id, application_id::text, 'TIMED_OUT', now()
      from project.applications where application_id = ${applicationId}`.execute(app.engine.owner);
  };
  const asked = async () => [
    (await counts(id, { isOnline: false })).all,
    (await counts(id, { isOnline: true })).bySubmission?.TIMED_OUT ?? 0,
    await total(id, {}),
    await total(id, { status: 'PENDING', screening: 'QUALIFIED', gender: 'MALE' }),
    await total(id, { gender: 'FEMALE' }),
    await total(id, { question: '1', answer: 'No' }),
  ];
  expect(await asked()).toEqual([2001, 0, 2001, 2001, 0, 0]);
  await addOne();
  now += 5000;
  expect(await asked()).toEqual([2001, 0, 2001, 2001, 0, 0]);
  now += 1;
  expect(await asked()).toEqual([2002, 1, 2002, 2002, 0, 0]);
  await addOne();
  invalidate(id);
  expect(await asked()).toEqual([2003, 2, 2003, 2003, 0, 0]);
});

test('a total that is counted during a change is not cached', async () => {
  const { total, invalidate } = totals();
  const { id } = await studyWith(2001);
  const under = total(id, {});
  invalidate(id);
  await under;
  await addApplicants(app, id, 1);
  expect(await total(id, {})).toBe(2002);
});

test('over HTTP researchers see their own changes counted at once, even among thousands', async () => {
  const { id, applications } = await studyWith(2100);
  const [first = '', second = ''] = applications;
  const given = { as: researcher, params: { id } };
  const read = async () => {
    const favourites = await app.call(listApplicants, { ...given, query: { favourites: 'true', size: 1 } });
    return {
      ...(await app.call(countApplicants, given)).content.byStatus,
      favourites: favourites.json['totalElements'],
    };
  };
  expect(await read()).toMatchObject({ PENDING: 2100, ACCEPTED: 0, favourites: 0 });
  await decide(app, researcher, id, [first, second], { status: 'ACCEPTED' });
  expect(await read()).toMatchObject({ PENDING: 2098, ACCEPTED: 2, favourites: 0 });
  for (const applicationId of [first, second]) {
    const params = { id, applicationId };
    await app.call(remarkApplicant, { ...given, params, body: { isFavourite: true } });
  }
  expect(await read()).toMatchObject({ PENDING: 2098, ACCEPTED: 2, favourites: 2 });
});
