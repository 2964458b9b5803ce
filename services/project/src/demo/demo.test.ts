import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  DEMO_PASSWORD,
  DEMO_PEOPLE,
  demoId,
  ONLINE_STUDY,
  PAID_OPEN_STUDIES,
  PAID_STUDIES,
  PAID_STUDY,
} from '@app/demo/people.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readBudget } from '@app/contracts/payment/budgets.ts';
import { listPayouts } from '@app/contracts/payment/payouts.ts';
import { listApplicants } from '@app/contracts/project/applicants.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { browseStudies, readStudy } from '@app/contracts/project/browsing.ts';
import { listEarlierStudies } from '@app/contracts/project/earlier-studies.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { BOOKING_STATES } from '@app/contracts/project/meeting-choices.ts';
import { listMeetings } from '@app/contracts/project/meetings.ts';
import { listSlots } from '@app/contracts/project/slots.ts';
import { readSurvey } from '@app/contracts/project/submissions.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { listProjectStudies, listProjects, ProjectDetails } from '@app/contracts/project/projects.ts';
import { OnlineStudyPublish } from '@app/contracts/project/online-studies.ts';
import { NewStudy, StudyPublish } from '@app/contracts/project/studies.ts';
import { useApp } from '@app/test/support/app.ts';
import { makeTimePass } from '#test/meetings.ts';
import { asNewStudy, asOnlinePlan, asPlan } from './demo-study.ts';
import { DEMO_PROJECTS } from './fill-demo.ts';

const app = useApp();
let ama: SignedInUser;
let abena: SignedInUser;

beforeAll(async () => {
  await app.process.fillDemo();
  [ama, abena] = (await Promise.all(
    [DEMO_PEOPLE.ama, DEMO_PEOPLE.abena].map(async ({ email }) => {
      const answer = await app.call(logIn, { body: { email, password: DEMO_PASSWORD } });
      return answer.content;
    }),
  )) as [SignedInUser, SignedInUser];
});

async function everything() {
  const tables = [
    'projects',
    'studies',
    'study_slots',
    'matching_profiles',
    'applications',
    'application_steps',
    'notifications',
  ];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql`select count(*) from ${sql.table(`project.${table}`)}`.execute(
        app.engine.owner,
      );
      return [table, rows[0]] as const;
    }),
  );
  return Object.fromEntries(counts);
}

test('the paid studies are those whose budgets the payment service fills, once', async () => {
  const read = async () =>
    (await app.call(readBudget, { as: ama, params: { studyId: PAID_STUDY.id } })).content;
  const { rows } =
    await sql`select study_id as id, incentive from project.studies where incentive > 0`.execute(
      app.engine.owner,
    );
  const paid = PAID_STUDIES.map(({ id, incentive }) => ({ id, incentive }));
  expect(rows).toHaveLength(paid.length);
  expect(rows).toEqual(expect.arrayContaining(paid));
  expect(await read()).toMatchObject({ promisedInPesewas: 25_500, availableInPesewas: 0 });
  await app.process.fillDemo();
  expect(await read()).toMatchObject({ promisedInPesewas: 25_500, availableInPesewas: 0 });
  const waits = await sql<{ id: string }>`
    select booking_id as id from project.bookings
    where study_id = ${PAID_STUDY.id} and ends_at < now() and marked_at is null order by starts_at limit 1`.execute(
    app.engine.owner,
  );
  const marked = await app.call(markAttendance, {
    as: ama,
    params: { id: waits.rows[0]?.id ?? '' },
    body: { outcome: 'ATTENDED' },
  });
  expect(marked.status).toBe(200);
  await makeTimePass(app, marked.content.id, '10 minutes');
  const payouts = async () =>
    (await app.call(listPayouts, { as: ama, query: { studyId: PAID_STUDY.id } })).content;
  await expect.poll(payouts).toMatchObject([{ kind: 'INCENTIVE', amountInPesewas: 5000 }]);
});

test('the forms would accept the demo’s projects, studies and plans', () => {
  for (const { projectName, description, studies } of DEMO_PROJECTS) {
    expect(ProjectDetails.safeParse({ projectName, description }).error).toBeUndefined();
    for (const study of studies) {
      expect(NewStudy.safeParse(asNewStudy(study, demoId(1), new Date())).error).toBeUndefined();
      const plan = asPlan(study, new Date());
      if (plan) expect(StudyPublish.safeParse(plan).error).toBeUndefined();
      const online = asOnlinePlan(study, new Date(), 'http://localhost:3000');
      if (online) expect(OnlineStudyPublish.safeParse(online).error).toBeUndefined();
    }
  }
});

test('S-302 Ama has three projects with published studies, a draft, a paused one, a closed one and applicants', async () => {
  const projects = await app.call(listProjects, { as: ama });
  expect(projects.content).toHaveLength(3);
  const lists = await Promise.all(
    projects.content.map(({ id }) => app.call(listProjectStudies, { as: ama, params: { id } })),
  );
  const studies = lists.flatMap(({ content }) => content);
  const states = Object.groupBy(studies, ({ state }) => state);
  expect(states.PUBLISHED).toHaveLength(18);
  expect(states.PAUSED).toHaveLength(1);
  expect(states.DRAFT).toHaveLength(1);
  expect(states.CLOSED).toHaveLength(1);
  const applied = studies.reduce((sum, { appliedCount }) => sum + appliedCount, 0);
  const qualified = studies.reduce((sum, { qualifiedCount }) => sum + qualifiedCount, 0);
  expect(applied).toBeGreaterThanOrEqual(30);
  expect(qualified).toBeGreaterThan(10);
  expect(qualified).toBeLessThan(applied - 5);

  const busiest = studies.toSorted((a, b) => b.appliedCount - a.appliedCount)[0];
  const applicants = await app.call(listApplicants, { as: ama, params: { id: busiest?.id ?? '' } });
  expect(applicants.content.length).toBe(10);
  for (const { firstName, lastName } of applicants.content) expect([firstName, lastName]).not.toContain('');
  const notifications = await app.call(listNotifications, { as: ama });
  expect(notifications.content.length).toBeGreaterThan(3);
});

test('S-403 S-406 Abena sees about ten studies, waits for one decision, and was accepted in a closed study', async () => {
  const open = await app.call(browseStudies, { as: abena });
  expect(open.json).toMatchObject({ totalElements: 12, numberOfElements: 10 });
  // A paid study is visible from the start.
  const best = await app.call(browseStudies, { as: abena, query: { pay: 'HIGHEST' } });
  const { wallet, fees, scams } = PAID_OPEN_STUDIES;
  expect(best.content.map(({ id }) => id)).toEqual([wallet.id, fees.id, scams.id, ONLINE_STUDY.id]);
  const own = await app.call(listOwnApplications, { as: abena });
  expect(own.content.map(({ study }) => study.recruitmentStatus)).toEqual(
    expect.arrayContaining(['OPEN', 'CLOSED']),
  );
  expect(own.content.map(({ status }) => status)).toEqual(['PENDING', 'ACCEPTED', 'ACCEPTED', 'ACCEPTED']);
  expect(own.content[1]?.history.map(({ status }) => status)).toEqual(['PENDING', 'ACCEPTED']);
  const notified = await app.call(listNotifications, { as: abena });
  expect(notified.content.map(({ message }) => message)).toEqual([
    expect.stringContaining('is now closed'),
    ...Array.from({ length: 3 }, () => expect.stringContaining('You have been accepted')),
  ]);
});

test('Ama has meetings in every state, and Abena has one past, one upcoming, and one time to choose', async () => {
  const now = Date.now();
  const day = (days: number) => new Date(now + days * 24 * 60 * 60_000).toISOString();
  const meetings = await app.call(listMeetings, { as: ama, query: { from: day(-4), to: day(14) } });
  const states = Object.groupBy(meetings.content, ({ state }) => state);
  expect(new Set(Object.keys(states))).toEqual(
    new Set(BOOKING_STATES.filter((state) => !['HELD', 'OFFERED', 'LAPSED'].includes(state))),
  );
  const unmarked = [...(states.BOOKED ?? []), ...(states.CONFIRMED ?? [])].filter(
    ({ startsAt }) => (startsAt ?? '') < day(0),
  );
  expect(unmarked.length).toBeGreaterThan(3);
  const own = await app.call(listOwnBookings, { as: abena, query: { participantId: abena.userId } });
  expect(own.content.map(({ state, startsAt }) => [state, (startsAt ?? '') > day(0)])).toEqual([
    ['BOOKED', true],
    ['ATTENDED', false],
  ]);
  const { content: applications } = await app.call(listOwnApplications, { as: abena });
  const toChoose = applications.filter(
    ({ status, study }) => status === 'ACCEPTED' && !own.content.some(({ studyId }) => studyId === study.id),
  );
  expect(toChoose).toHaveLength(1);
  const params = { id: toChoose[0]?.study.id ?? '' };
  const slots = await app.call(listSlots, { as: abena, params });
  expect(slots.content.slots.filter(({ isFree }) => isFree).length).toBeGreaterThan(5);
});

test('some applicants are accepted and some declined, all notified, and as many places are occupied', async () => {
  const { rows } = await sql<{ status: string; count: number; notified: number }>`
    select status, count(*)::int as count, (count(*) filter (where notified_step_id is not distinct from last_step_id))::int as notified
    from project.applications group by status order by status`.execute(app.engine.owner);
  expect(rows.map(({ status }) => status)).toEqual(['ACCEPTED', 'DECLINED', 'PENDING']);
  for (const { count, notified } of rows) expect([notified, count > 2]).toEqual([count, true]);
  const occupied = await sql`select sum(accepted_count)::int as sum from project.studies`.execute(
    app.engine.owner,
  );
  expect(occupied.rows).toEqual([{ sum: rows[0]?.count }]);
});

test('a second round excludes the first, requires consent, is approved, and has quotas for women and men', async () => {
  const { content: all } = await app.call(listEarlierStudies, { as: ama });
  const findStudyId = (name: string) => all.find((study) => study.name === name)?.id ?? '';
  const [first, second] = [
    findStudyId('MoMo at the stall, round 1'),
    findStudyId('MoMo at the stall, round 2'),
  ];
  const { content } = await app.call(readStudy, { as: ama, params: { id: second } });
  expect(content).toMatchObject({
    excludedStudies: { studies: [first], who: ['APPLIED'], weeks: null },
    ethics: { approval: 'APPROVED' },
    consentVersion: 1,
    quotas: [
      { gender: 'FEMALE', places: 10 },
      { gender: 'MALE', places: 10 },
    ],
  });
  // Abena was in the first round.
  expect((await app.call(readStudy, { as: abena, params: { id: second } })).content).toMatchObject({
    unmetRequirements: ['OTHER'],
  });
  const { rows } = await sql<{ both: number; agreed: number; taken: number }>`
    select (count(*) filter (where exists (select from project.applications as before
        where before.study_id = ${first} and before.applicant_id = application.applicant_id)))::int as both,
      (count(*) filter (where consented_at is not null))::int as agreed,
      (count(*) filter (where status = 'ACCEPTED'))::int as taken
    from project.applications as application where study_id = ${second}`.execute(app.engine.owner);
  expect(rows[0]).toMatchObject({ both: 0, agreed: 6 });
  expect(rows[0]?.taken).toBeGreaterThan(0);
});

test('the online study has submissions that wait for Ama, and its codes send people back', async () => {
  const { rows } = await sql`
    select status, outcome, count(*)::int as count from project.submissions where study_id = ${ONLINE_STUDY.id}
    group by status, outcome order by outcome`.execute(app.engine.owner);
  expect(rows).toEqual([
    { status: 'SUBMITTED', outcome: 'CODE', count: 5 },
    { status: 'SUBMITTED', outcome: 'NO_CODE', count: 1 },
  ]);
  const { content } = await app.call(readSurvey, { as: ama, params: { id: ONLINE_STUDY.id } });
  const screenedOut = content.codes.find(({ meaning }) => meaning === 'SCREENED_OUT');
  expect(content.address).toContain(`/dev/survey?`);
  expect(content.address).toContain(`screened_out=${screenedOut?.returnPath}`);
});

test('filling the demo again changes nothing', async () => {
  const before = await everything();
  await app.process.fillDemo();
  expect(await everything()).toEqual(before);
});
