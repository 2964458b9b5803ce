import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import { today } from '@app/contracts/calendar.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readOwnData } from '@app/contracts/project/data-export.ts';
import { erasePerson } from '@app/contracts/project/account-deletion.ts';
import { withdrawApplication } from '@app/contracts/project/applications.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { saveDraftAnswers } from '@app/contracts/project/draft-answers.ts';
import {
  type Figures,
  FUNNEL_STAGES,
  exportFunnel,
  readFunnel,
  readReachWithoutCriteria,
} from '@app/contracts/project/funnel.ts';
import { letIntoStudy } from '@app/contracts/project/invitations.ts';
import { VIEW_SOURCES } from '@app/contracts/project/view-sources.ts';
import { closeStudy, pauseStudy } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { makePaidStudy } from '@app/test/support/paid-studies.ts';
import { putInState } from '@app/test/support/payouts.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { serviceToken } from '@app/test/support/samples/world.ts';
import { funnelWords } from '@app/words/funnel.ts';
import { decide } from '#test/applicants.ts';
import { book, freshSlot, makeTimePass, moveStart, setNotified } from '#test/meetings.ts';
import { readCsv } from '#test/read-csv.ts';
import { apply, makeProject, makePublished } from '#test/studies.ts';
import type { ProjectTables } from '../schema.ts';
import { eraseOldAnswers } from '../retention-job.ts';

const app = useApp({ DECISION_NOTICE_SECONDS: 3600 });
let owner: SignedInUser;
let projectId: string;
beforeAll(async () => {
  owner = await registerResearcher(app, { verified: true });
  projectId = (await makeProject(app, owner)).id;
});

const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => registerParticipant(app, { withProfile: true })));
const open = (as: SignedInUser, { id }: Study, from?: 'LINK' | 'INVITATION') =>
  app.call(readStudy, { as, params: { id }, query: from ? { from } : {} });
const begin = (as: SignedInUser, { id }: Study) =>
  app.call(saveDraftAnswers, { as, params: { id }, body: { answers: { q1aaaa: 'o1aaaa' } } });
const read = async ({ id }: Study) => {
  const answer = await app.call(readFunnel, { as: owner, params: { id } });
  expect(answer.status).toBe(200);
  return answer.content;
};
const all = async (study: Study) => (await read(study)).all;
const named = (figures: Figures) =>
  Object.fromEntries(FUNNEL_STAGES.map((stage, at) => [stage, figures[at]]));
const readViews = async ({ id }: Study) =>
  (
    await sql<{ source: string; began: boolean }>`
      select source, began_on is not null as began from project.study_views where study_id = ${id}
      order by source`.execute(app.engine.owner)
  ).rows;

test('a study is counted through its whole life, also when steps are undone', async () => {
  const study = await makePaidStudy(app, owner);
  expect(await read(study)).toEqual({ all: [0, 0, 0, 0, 0, 0, 0, 0], sources: [], quotas: [], days: [] });
  const visitors = await people(8);
  const [ama, kofi, esi] = visitors as [SignedInUser, SignedInUser, SignedInUser];
  for (const person of visitors) expect((await open(person, study)).status).toBe(200);
  expect(await all(study)).toEqual([8, 0, 0, 0, 0, 0, 0, 0]);
  // A repeated view, or one by the study's researcher, adds nothing.
  await open(ama, study, 'LINK');
  await open(owner, study);
  expect(await readViews(study)).toEqual(visitors.map(() => ({ source: 'BROWSE', began: false })));

  for (const person of visitors) await begin(person, study);
  await begin(ama, study);
  expect(await all(study)).toEqual([8, 8, 0, 0, 0, 0, 0, 0]);
  const applied = [];
  for (const person of [ama, kofi, esi]) applied.push((await apply(app, person, study)).content.id);
  const [first = '', second = '', third = ''] = applied;
  expect(await all(study)).toEqual([8, 8, 3, 3, 0, 0, 0, 0]);
  expect((await decide(app, owner, study.id, applied, { status: 'ACCEPTED' })).content.decided).toHaveLength(
    3,
  );
  expect(await all(study)).toEqual([8, 8, 3, 3, 3, 0, 0, 0]);
  await decide(app, owner, study.id, [third], { status: 'PENDING' });
  expect(await all(study)).toEqual([8, 8, 3, 3, 2, 0, 0, 0]);
  await setNotified(app, applied);

  const meet = async (person: SignedInUser) => {
    const { content } = await book(app, person, study.id, await freshSlot(app, study.id));
    return content.id;
  };
  const [amas, kofis] = [await meet(ama), await meet(kofi)];
  expect(await all(study)).toEqual([8, 8, 3, 3, 2, 2, 0, 0]);
  await app.call(withdrawApplication, { as: esi, params: { id: third } });
  await moveStart(app, amas, '1 hour');
  await moveStart(app, kofis, '1 hour');
  const mark = (id: string, outcome: string) =>
    app.call(markAttendance, { as: owner, params: { id }, body: { outcome } });
  await mark(amas, 'ATTENDED');
  await mark(kofis, 'ATTENDED');
  expect(await all(study)).toEqual([8, 8, 3, 3, 2, 2, 2, 0]);
  await mark(kofis, 'UNMARKED');
  await mark(kofis, 'NO_SHOW');
  expect(await all(study)).toEqual([8, 8, 3, 3, 2, 2, 1, 0]);
  const payout = async () =>
    (
      await sql<{ id: string }>`
        select payout_id as id from payment.payouts where application_id = ${first}`.execute(app.engine.owner)
    ).rows[0]?.id;
  await makeTimePass(app, amas, '10 minutes');
  await expect.poll(payout).toBeTruthy();
  await putInState(app, (await payout()) ?? '', 'SUCCEEDED');
  const end = await read(study);
  expect(named(end.all)).toEqual({
    SEEN: 8,
    BEGAN: 8,
    APPLIED: 3,
    FITS: 3,
    ACCEPTED: 2,
    HAS_TIME: 2,
    CAME: 1,
    PAID: 1,
  });
  // A withdrawal releases the place and its slot.
  await app.call(withdrawApplication, { as: kofi, params: { id: second } });
  expect((await all(study))[4]).toBe(1);
  expect(end.sources).toEqual([{ source: 'BROWSE', figures: end.all }]);
  // Ten minutes have passed for one booking, so its day is yesterday in the first minutes after midnight.
  const whole = FUNNEL_STAGES.map((_, at) =>
    end.days.reduce((sum, { figures }) => sum + Number(figures[at]), 0),
  );
  expect(whole.slice(0, 6)).toEqual([8, 8, 3, 3, 2, 2]);
});

test('deleting an account removes its views, and all views are deleted a year after the end', async () => {
  const study = await makePublished(app, owner, { projectId });
  const [leaver, stayer, applicant] = (await people(3)) as [SignedInUser, SignedInUser, SignedInUser];
  await open(leaver, study, 'LINK');
  await begin(leaver, study);
  await open(stayer, study, 'LINK');
  await open(applicant, study, 'LINK');
  await apply(app, applicant, study);
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  const own = await app.call(readOwnData, { as, params: { userId: leaver.userId } });
  expect(JSON.stringify(own.json)).toContain(funnelWords.sources.LINK);
  for (const { userId } of [leaver, applicant])
    expect((await app.call(erasePerson, { as, params: { userId } })).status).toBe(204);
  // A late call must store nothing.
  await open(leaver, study, 'LINK');
  expect(await readViews(study)).toEqual([{ source: 'LINK', began: false }]);
  expect(await all(study)).toEqual(['HIDDEN', 1, 1, 1, 0, 0, 0, 0]);
  await app.call(closeStudy, { as: owner, params: { id: study.id } });
  await sql`update project.studies set closed_at = now() - interval '13 months' where study_id = ${study.id}`.execute(
    app.engine.owner,
  );
  await eraseOldAnswers(app.engine.connect<ProjectTables>('project_app'), 100);
  expect(await readViews(study)).toEqual([]);
  expect(await all(study)).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
});

test('small numbers are shown only where the applicants page shows them, and no sum reveals them', async () => {
  const women = { gender: 'FEMALE' as const, places: 6 };
  const men = { gender: 'MALE' as const, places: 6 };
  const study = await makePublished(app, owner, { projectId }, { quotas: [women, men] });
  const person = (gender: 'FEMALE' | 'MALE') =>
    registerParticipant(app, { withProfile: true, demographic: { gender } });
  for (let time = 0; time < 6; time += 1) await open(await person('FEMALE'), study);
  for (let time = 0; time < 2; time += 1) await open(await person('MALE'), study, 'LINK');
  const applicant = await person('MALE');
  await open(applicant, study, 'LINK');
  await apply(app, applicant, study);
  const { quotas, sources, days } = await read(study);
  expect(quotas.map(({ quota, figures }) => [quota, ...figures.slice(0, 4)])).toEqual([
    [0, 'HIDDEN', 'HIDDEN', 0, 0],
    [1, 'HIDDEN', 'HIDDEN', 1, 1],
    [null, 'HIDDEN', 'HIDDEN', 0, 0],
  ]);
  // Unused sources are listed too, or a row would reveal that someone used it.
  expect(sources).toEqual(
    [...VIEW_SOURCES, null].map((source) => ({ source, figures: FUNNEL_STAGES.map(() => 'HIDDEN') })),
  );
  expect(days).toEqual([{ day: today(), figures: [9, 'HIDDEN', 1, 1, 0, 0, 0, null] }]);
  const file = await app.call(exportFunnel, { as: owner, params: { id: study.id } });
  const rows = readCsv(file.text);
  expect(rows[0]?.slice(2)).toEqual(FUNNEL_STAGES.map((stage) => funnelWords.stages[stage]));
  const { hidden } = funnelWords;
  expect(rows.slice(1).map((row) => row.slice(0, 4))).toEqual([
    ['All', '', '9', '1'],
    ...[...Object.values(funnelWords.sources), funnelWords.noSource].map((name) => [
      funnelWords.parts.sources,
      name,
      hidden,
      hidden,
    ]),
    [funnelWords.parts.quotas, 'Female', hidden, hidden],
    [funnelWords.parts.quotas, 'Male', hidden, hidden],
    [funnelWords.parts.quotas, funnelWords.noQuota, hidden, hidden],
    [funnelWords.parts.days, today(), '9', hidden],
  ]);
});

test('only invited people count as invited, whatever an address says', async () => {
  const study = await makePublished(app, owner, { projectId, isInviteOnly: true });
  const [invited, other] = (await people(2)) as [SignedInUser, SignedInUser];
  const as = { token: await serviceToken({ app }, 'identity', 'project') };
  const body = { invitationId: crypto.randomUUID(), ownsAddress: true };
  await app.call(letIntoStudy, { as, params: { id: study.id, userId: invited.userId }, body });
  for (const person of [invited, other]) await open(person, study, 'INVITATION');
  expect(await readViews(study)).toEqual([
    { source: 'INVITATION', began: false },
    { source: 'LINK', began: false },
  ]);
});

test('a study that is not shown is not counted as viewed', async () => {
  const study = await makePublished(app, owner, { projectId });
  await app.call(pauseStudy, { as: owner, params: { id: study.id } });
  const [visitor] = (await people(1)) as [SignedInUser];
  expect((await open(visitor, study)).status).toBe(404);
  expect(await readViews(study)).toEqual([]);
  expect(
    (await app.call(readStudy, { as: visitor, params: { id: study.id }, query: { from: 'NOWHERE' } })).status,
  ).toBe(400);
});

test('each criterion says how many people would match without it; a criterion for everyone is omitted', async () => {
  const study = await makePublished(app, owner, {
    projectId,
    gender: ['MALE'],
    minimumAge: 1,
    maximumAge: 100,
    deviceRequirements: [...DEVICE_REQUIREMENTS],
    regions: ['ASHANTI'],
  });
  await registerParticipant(app, { withProfile: true, demographic: { gender: 'MALE' } });
  const readAll = async () =>
    (await app.call(readReachWithoutCriteria, { as: owner, params: { id: study.id } })).content;
  await expect.poll(async () => (await readAll()).reading).toBe('FEWER_THAN');
  const { without } = await readAll();
  expect(without.map(({ criterion }) => criterion)).toEqual(['GENDER', 'REGION']);
  expect(without[1]?.reading).toBe('FEWER_THAN');
});
