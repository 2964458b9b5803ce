import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import type { Jobs } from '@app/kit/jobs.ts';
import { useApp } from '@app/test/support/app.ts';
import { recordReadings, vacuum } from '@app/test/support/plans.ts';
import { addCrowd } from '#test/crowd.ts';
import { queueApplicantDigests } from './applications/emails.ts';
import { listApplicationsByApplicant } from './applications/reads.ts';
import { toBrowseQuery, listOpenStudies } from './browsing/browse-studies.ts';
import type { Db, ProjectTables } from './schema.ts';
import { findProjects, listRestorableProjects } from './projects/reads.ts';

const STUDIES = 2000;

const app = useApp();
let researcher: SignedInUser;
let db: Db;
beforeAll(async () => {
  db = app.engine.connect<ProjectTables>('project_app');
  researcher = await addCrowd(app, STUDIES);
  // Every second study pays.
  await sql`
    update project.studies set incentive = 20 + at % 100
    from (select study_id, row_number() over (order by published_at) as at from project.studies) as counted
    where counted.study_id = studies.study_id and at % 2 = 0`.execute(app.engine.owner);
  // Every third study has a quota that is not full.
  await sql`
    with third as (select study_id from (
      select study_id, row_number() over (order by published_at) as at from project.studies) as counted where at % 3 = 0)
    insert into project.study_quotas select study_id, 0, 0, 0, 127, 0, 10 from third`.execute(
    app.engine.owner,
  );
  await sql`update project.studies set open_quotas = '{}'
    where study_id in (select study_id from project.study_quotas)`.execute(app.engine.owner);
  // Every fifth study excludes applicants of the one before.
  await sql`
    insert into project.excluded_studies
    select study_id, before, 1, null from (
      select study_id, lag(study_id) over by_time as before, row_number() over by_time as at from project.studies
      window by_time as (order by published_at)) as counted
    where at % 5 = 0`.execute(app.engine.owner);
  // Every seventh study is restricted to applicants of the one before.
  await sql`
    insert into project.required_studies
    select study_id, before, 1 from (
      select study_id, lag(study_id) over by_time as before, row_number() over by_time as at from project.studies
      window by_time as (order by published_at)) as counted
    where at % 7 = 0`.execute(app.engine.owner);
  await sql`update project.studies set is_restricted = true
    where study_id in (select study_id from project.required_studies)`.execute(app.engine.owner);
  await vacuum(app.engine.owner, 'studies', 'applications', 'excluded_studies', 'required_studies');
});

test('a list of projects counts waiting applicants, and reads no others', async () => {
  const paging = { page: 0, size: 10 };
  const readings = await recordReadings(db, () => findProjects(db, researcher.userId, paging));
  const ofApplications = readings.filter(({ table }) => table === 'applications');
  expect(ofApplications).toEqual([{ table: 'applications', index: 'waiting_applications', rows: STUDIES }]);
  const ofStudies = readings.filter(({ table }) => table === 'studies');
  expect(ofStudies.reduce((sum, { rows }) => sum + rows, 0)).toBe(STUDIES);
});

test('recipients of a morning email are found by application time, not among all waiting applicants', async () => {
  const day = '2026-03-03';
  const moved = sql`
    update project.applications set applied_at = '2026-03-02T12:00:00Z' where application_id in (
      select application_id from project.applications where status = 'PENDING' limit 5)`;
  await moved.execute(app.engine.owner);
  await vacuum(app.engine.owner, 'applications');
  const jobs = { send: async () => {} } as unknown as Jobs;
  const readings = await recordReadings(db, () => queueApplicantDigests({ db, jobs }, { day }));
  const waiting = readings.filter(({ index }) => index === 'waiting_applications_by_time');
  expect(waiting.map(({ rows }) => rows)).toEqual([5]);
  expect(readings.filter(({ index }) => index === 'waiting_applications')).toEqual([]);
});

test('a page of own applications counts unread messages of its own rows only', async () => {
  const [applicantId, size] = ['00000000-0000-0000-0000-000000000001', 10];
  await sql`
    insert into project.threads (application_id, study_id, researcher_id, participant_id)
    select application_id, study_id, ${researcher.userId}, applicant_id from project.applications
    where applicant_id = ${applicantId}`.execute(app.engine.owner);
  await vacuum(app.engine.owner, 'threads');
  const readings = await recordReadings(db, () =>
    listApplicationsByApplicant(db, applicantId, { page: 0, size }),
  );
  const ofThreads = readings.filter(({ table }) => table === 'threads');
  expect(ofThreads).toEqual([{ table: 'threads', index: 'threads_pkey', rows: size }]);
});

test('restorable projects and studies are read by researcher, not among all deleted ones', async () => {
  await sql`
    insert into project.projects (project_id, creator_id, project_name, description, deleted_at)
    select gen_random_uuid(), gen_random_uuid(), 'Gone', '', now() from generate_series(1, 2000)`.execute(
    app.engine.owner,
  );
  await vacuum(app.engine.owner, 'projects');
  const readings = await recordReadings(db, () => listRestorableProjects(db, researcher.userId));
  expect(readings).toEqual([{ table: 'projects', index: 'deleted_projects_of_creator', rows: 0 }]);
});

test.each([
  [0, undefined, 'open_studies'],
  [1, undefined, 'open_studies'],
  [3, undefined, 'open_studies'],
  [0, 'PAID', 'open_studies'],
  [0, 'HIGHEST', 'open_studies_by_pay'],
  [1, 'HIGHEST', 'open_studies_by_pay'],
] as const)(
  'a page of open studies reads only its part of the index, after %i changes, by pay %s',
  async (changes, pay, index) => {
    const profile = {
      birthDate: '1990-01-01',
      genderBit: 1,
      educationBit: 1,
      incomeBit: 1,
      deviceBits: 7,
      furtherBits: [2, 3, 2, 4, 4, 1, 1],
    };
    const former = Array.from({ length: changes }, (_, at) => ({
      ...profile,
      until: new Date(Date.now() - (9 - at) * 24 * 60 * 60_000).toISOString(),
    }));
    const asked = toBrowseQuery({ ...profile, former }, crypto.randomUUID(), { pay })!;
    const readings = await recordReadings(db, () => listOpenStudies(db, asked, { most: 10, skipped: 0 }));
    const ofStudies = readings.filter(({ table }) => table === 'studies');
    expect(ofStudies.length).toBeGreaterThan(0);
    expect(ofStudies.map((reading) => reading.index)).toContain(index);
    expect(ofStudies.filter((reading) => reading.index === undefined)).toEqual([]);
    expect(ofStudies.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(50);
    // A person who did nothing in any study is excluded from none: a join reads at most one row of each rule.
    const ofRules = readings.filter(
      ({ table }) => table === 'excluded_studies' || table === 'required_studies',
    );
    expect(ofRules.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(3);
  },
);
