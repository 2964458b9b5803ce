import { type RawBuilder, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readStudy } from '@app/contracts/project/browsing.ts';
import {
  listNotifications,
  markAllNotificationsRead,
  markNotification,
} from '@app/contracts/project/notifications.ts';
import { RETENTION } from '@app/contracts/retention.ts';
import { retentionEdge } from '@app/test/support/edge-of.ts';
import { dryRunRetention } from '@app/kit/retention-job.ts';
import { startJobSql } from '../../../kit/test/start-job.ts';
import { useApp } from '@app/test/support/app.ts';
import { registerParticipant, registerResearcher } from '@app/test/support/people.ts';
import { makeBooked } from '#test/meetings.ts';
import { addApplicants } from '#test/applicants.ts';
import { makeInState, makeProject, makePublished } from '#test/studies.ts';
import type { ProjectTables } from './schema.ts';
import { deletions, runDeletions } from './retention-job.ts';

const app = useApp();

const run = <Row>(statement: RawBuilder<Row>) => statement.execute(app.engine.owner);

/** More than two batches of each age. */
const MANY = 2300;
/** The slots of 366 days with 96 times each. */
const LARGEST_PLAN = 35_136;
/** For each table: rows that expired, and one slightly younger that stays. */
const kinds: Record<
  string,
  { goes: string; stays: string; insert(when: string, from: number, to: number): string }
> = {
  studies: {
    ...retentionEdge(RETENTION.deletedStudies),
    insert: (when, from, to) =>
      `(study_id, project_id, name, public_name, description, device_bits, minimum_age, maximum_age, gender_bits,
        education_bits, income_bits, screeners, deleted_at)
      select lpad(n::text, 32, '0')::uuid, $project, 'x', 'x', 'x', 1, 18, 100, 1, 1, 1, '[]', ${when}
      from generate_series(${from}, ${to}) as n`,
  },
  notifications: {
    ...retentionEdge(RETENTION.notifications),
    insert: (when, from, to) =>
      `(notification_id, user_id, key, message, created_at)
      select lpad(n::text, 32, '0')::uuid, gen_random_uuid(), 'retained ' || n, 'x', ${when} from generate_series(${from}, ${to}) as n`,
  },
  reminders: {
    ...retentionEdge(RETENTION.notifications),
    insert: (when, from, to) =>
      `(about_id, kind, starts_at)
      select lpad(n::text, 32, '0')::uuid, 'SOON', ${when} from generate_series(${from}, ${to}) as n`,
  },
  limits: {
    goes: '1 second',
    stays: '-1 hour',
    insert: (when, from, to) =>
      `(key_hash, count, ends_at) select int8send(n), 1, ${when} from generate_series(${from}, ${to}) as n`,
  },
  idempotency_keys: {
    goes: '1 second',
    stays: '-1 hour',
    insert: (when, from, to) =>
      `(key_hash, request_hash, subject_id, claimed_at, ends_at)
      select int8send(n), '', gen_random_uuid(), now(), ${when} from generate_series(${from}, ${to}) as n`,
  },
};

test('expired rows are deleted in batches, and nothing else', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const study = await makePublished(app, researcher, { projectId });
  const applied = await makePublished(app, researcher, { projectId });
  await addApplicants(app, applied.id, 1);
  const runText = (text: string) =>
    run(sql.raw<{ many: number }>(text.replaceAll('$project', `'${projectId}'`)));
  const count = async (table: string) =>
    (await runText(`select count(*)::int as many from project.${table}`)).rows[0]?.many ?? 0;
  const runAll = () => runDeletions({ db: app.engine.connect<ProjectTables>('project_app') });
  // Rows of other tests are deleted first.
  await runAll();
  const expected: Record<string, number> = {};
  for (const [table, { goes, stays, insert }] of Object.entries(kinds)) {
    expected[table] = (await count(table)) + 1;
    await runText(`insert into project.${table} ${insert(`now() - interval '${goes}'`, 1, MANY)}`);
    await runText(
      `insert into project.${table} ${insert(`now() - interval '${stays}'`, MANY + 1, MANY + 1)}`,
    );
  }
  await runText(
    `insert into project.study_slots select study_id, now() from project.studies where deleted_at is not null`,
  );
  // A node of the previous version accepted an application after the deletion: it is kept.
  await runText(
    `update project.studies set deleted_at = now() - interval '1 year' where study_id = '${applied.id}'`,
  );
  await runAll();
  const left: Record<string, number> = {};
  for (const table of Object.keys(kinds)) left[table] = await count(table);
  expect(left).toEqual(expected);
  expect((await app.call(readStudy, { as: researcher, params: { id: study.id } })).content).toEqual(study);
});

test('S-405 draft answers are deleted once sent, after a month, or when their study is closed', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const [open, sent, closed, paused] = [
    await makePublished(app, researcher, { projectId }),
    await makePublished(app, researcher, { projectId }),
    await makeInState(app, researcher, 'CLOSED', { projectId }),
    await makeInState(app, researcher, 'PAUSED', { projectId }),
  ];
  await addApplicants(app, sent.id, 1);
  const insert = (studyId: string, age: string, many = 1) =>
    run(sql`
      insert into project.draft_answers (study_id, participant_id, answers, kept_at)
      select ${studyId}, gen_random_uuid(), '{}', now() - ${age}::interval from generate_series(1, ${many}::int)`);
  await insert(open.id, '29 days 23 hours');
  await insert(open.id, '30 days', MANY);
  await insert(closed.id, '1 minute', MANY);
  await insert(paused.id, '1 minute');
  await insert(sent.id, '1 minute');
  await run(sql`
    insert into project.draft_answers (study_id, participant_id, answers)
    select study_id, applicant_id, '{}' from project.applications where study_id = ${sent.id}`);
  await runDeletions({ db: app.engine.connect<ProjectTables>('project_app') });
  const { rows } = await run(sql<{ studyId: string; many: number }>`
    select study_id as "studyId", count(*)::int as many from project.draft_answers group by 1`);
  expect(Object.fromEntries(rows.map(({ studyId, many }) => [studyId, many]))).toEqual({
    [open.id]: 1,
    [paused.id]: 1,
    [sent.id]: 1,
  });
});

test('a year after a closing, answers, remarks and messages of ended meetings are erased; applications stay', async () => {
  const people = async () => {
    const researcher = await registerResearcher(app, { verified: true });
    const participant = await registerParticipant(app, { withProfile: true });
    return { researcher, participant };
  };
  const [old, young] = [await makeBooked(app, await people()), await makeBooked(app, await people())];
  const write = (studyId: string) =>
    run(sql`
      with booking as (
        update project.bookings set phone_number = 'x', cancel_reason = 'x', report_text = 'x', decision_reason = 'x',
          state = 'CANCELLED_BY_RESEARCHER' where study_id = ${studyId}),
      step as (
        update project.application_steps set note = 'x', status = 'DECLINED', reason = 'OTHER'
        where application_id in (select application_id from project.applications where study_id = ${studyId}))
      update project.applications set remarks = 'x' where study_id = ${studyId}`);
  const close = (studyId: string, age: string) =>
    run(sql`
      update project.studies set state = 'CLOSED', closed_at = now() - ${age}::interval where study_id = ${studyId}`);
  const { goes, stays } = retentionEdge(RETENTION.answersOfStudies);
  await close(old.study.id, goes);
  await close(young.study.id, stays);
  for (const { study } of [old, young]) await write(study.id);
  const left = async (studyId: string) => {
    const { rows } = await run(sql<{ texts: unknown[] }>`
      select jsonb_build_array(nullif(application.responses, '[]') is not null, application.remarks, step.note,
        booking.phone_number, booking.cancel_reason, booking.report_text, booking.decision_reason) as texts
      from project.applications as application join project.bookings as booking using (application_id)
      join project.application_steps as step using (application_id) where application.study_id = ${studyId}`);
    return rows.map(({ texts }) => texts);
  };
  const db = app.engine.connect<ProjectTables>('project_app');
  expect((await dryRunRetention(db, deletions))['answersOfStudies']).toBe(1);
  await runDeletions({ db });
  expect(await left(young.study.id)).toEqual([[true, 'x', 'x', 'x', 'x', 'x', 'x']]);
  const nothing = [false, '', null, null, null, null, null];
  expect(await left(old.study.id)).toEqual([nothing]);
  expect((await dryRunRetention(db, deletions))['answersOfStudies']).toBe(0);
  // Later entries are erased a month afterwards.
  await write(old.study.id);
  await run(sql`
    update project.studies set answers_erased_at = answers_erased_at - interval '31 days' where study_id = ${old.study.id}`);
  await runDeletions({ db });
  expect(await left(old.study.id)).toEqual([nothing]);
});

test('nothing of a long-closed study is erased while it has a future meeting or an undecided dispute', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const participant = await registerParticipant(app, { withProfile: true });
  const { study, booking } = await makeBooked(app, { researcher, participant });
  await run(sql`
    update project.studies set state = 'CLOSED', closed_at = now() - ${retentionEdge(RETENTION.answersOfStudies).goes}::interval
    where study_id = ${study.id}`);
  const db = app.engine.connect<ProjectTables>('project_app');
  const left = async () => {
    await runDeletions({ db });
    const { rows } = await run(sql<{ answers: number; story: string | null }>`
      select jsonb_array_length(responses) as answers, report_text as story
      from project.applications join project.bookings using (application_id) where booking_id = ${booking.id}`);
    return rows[0];
  };
  const { answers } = (await left()) ?? {};
  expect(answers).toBeGreaterThan(0);
  await run(sql`
    update project.bookings set state = 'NOBODY_CAME', report_kind = 'NOBODY_CAME', report_text = 'I waited', reported_at = now()
    where booking_id = ${booking.id}`);
  expect(await left()).toEqual({ answers, story: 'I waited' });
  await run(sql`update project.bookings set decided_at = now() where booking_id = ${booking.id}`);
  expect(await left()).toEqual({ answers: 0, story: null });
});

test('a notification is deleted a month after it was read, and one that was marked unread stays', async () => {
  const { userId, token } = await registerParticipant(app);
  const as = { userId, token };
  await sql`
    insert into project.notifications (notification_id, user_id, key, message)
    select gen_random_uuid(), ${userId}::uuid, n::text, 'x' from generate_series(1, 3) as n`.execute(
    app.engine.owner,
  );
  const list = async () => (await app.call(listNotifications, { as })).content;
  const [unread] = await list();
  if (!unread) throw new Error('No notification');
  await app.call(markAllNotificationsRead, { as });
  await app.call(markNotification, { as, params: { id: unread.id }, body: { read: false } });
  const age = (interval: string) =>
    sql`update project.notifications set read_at = now() - ${interval}::interval where read_at is not null`.execute(
      app.engine.owner,
    );
  const db = app.engine.connect<ProjectTables>('project_app');
  const { goes, stays } = retentionEdge(RETENTION.readNotifications);
  await age(stays);
  await runDeletions({ db });
  expect(await list()).toHaveLength(3);
  await age(goes);
  await runDeletions({ db });
  expect((await list()).map(({ id }) => id)).toEqual([unread.id]);
});

test('a kind that fails does not block the others', async () => {
  const db = app.engine.connect<ProjectTables>('project_app');
  await sql`insert into project.limits (key_hash, count, ends_at) values ('ended', 1, now() - interval '1 hour')`.execute(
    app.engine.owner,
  );
  await sql`alter table project.notifications rename to renamed`.execute(app.engine.owner);
  onTestFinished(async () => {
    await sql`alter table project.renamed rename to notifications`.execute(app.engine.owner);
  });
  await expect(runDeletions({ db })).rejects.toThrow('Failed: notifications');
  const { rows } = await sql`select from project.limits where key_hash = 'ended'`.execute(app.engine.owner);
  expect(rows).toHaveLength(0);
});

test('studies are deleted with their slots, few in one statement, because a plan may have very many', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const many = 12;
  for (let number = 0; number < many; number += 1) await makePublished(app, researcher, { projectId });
  await run(sql`
    update project.studies set deleted_at = now() - interval '2 days' where project_id = ${projectId}`);
  await run(sql`
    insert into project.study_slots
    select study_id, now() + n * interval '1 minute'
    from (select study_id from project.studies where project_id = ${projectId} limit 1) as study,
      generate_series(1, ${LARGEST_PLAN}::int) as n`);
  await run(sql`create table public.deleted_batches (many integer)`);
  await run(
    sql.raw(`
    create function public.record_deleted() returns trigger language plpgsql security definer as $$
    begin
      insert into public.deleted_batches select count(*) from gone;
      return null;
    end $$`),
  );
  await run(sql`
    create trigger record_deleted after delete on project.studies referencing old table as gone
    for each statement execute function public.record_deleted()`);
  onTestFinished(async () => {
    await run(sql`drop function public.record_deleted cascade`);
    await run(sql`drop table public.deleted_batches`);
  });
  await runDeletions({ db: app.engine.connect<ProjectTables>('project_app') });
  const { rows } = await run(sql<{ many: number }>`select many from public.deleted_batches`);
  expect(rows.reduce((sum, row) => sum + row.many, 0)).toBe(many);
  expect(Math.max(...rows.map((row) => row.many))).toBeLessThanOrEqual(10);
  const left = await run(sql`
    select from project.study_slots where study_id not in (select study_id from project.studies)`);
  expect(left.rows).toHaveLength(0);
});

test('a month after a closed study’s last time its free times are deleted; booked ones stay', async () => {
  const researcher = await registerResearcher(app, { verified: true });
  const { id: projectId } = await makeProject(app, researcher);
  const [ended, lately, ahead, open] = [
    await makeInState(app, researcher, 'CLOSED', { projectId }),
    await makeInState(app, researcher, 'CLOSED', { projectId }),
    await makeInState(app, researcher, 'CLOSED', { projectId }),
    await makeInState(app, researcher, 'PUBLISHED', { projectId }),
  ];
  const countSlots = async ({ id }: { id: string }) => {
    const { rows } = await sql<{ many: number }>`
      select count(*)::int as many from project.study_slots where study_id = ${id}`.execute(app.engine.owner);
    return rows[0]?.many;
  };
  const before = (await countSlots(ahead)) ?? 0;
  const move = (id: string, age: string) =>
    sql`
      update project.study_slots set starts_at = now() - ${age}::interval - (starts_at - (
        select min(starts_at) from project.study_slots where study_id = ${id})) where study_id = ${id}`.execute(
      app.engine.owner,
    );
  await move(ended.id, '31 days');
  await move(lately.id, '29 days');
  await move(open.id, '31 days');
  await sql`
    update project.study_slots set taken = 1 where study_id = ${ended.id} and starts_at = (
      select max(starts_at) from project.study_slots where study_id = ${ended.id})`.execute(app.engine.owner);
  const db = app.engine.connect<ProjectTables>('project_app');
  for (let time = 0; time < 2; time += 1) {
    await runDeletions({ db });
    const left = await Promise.all([ended, lately, ahead, open].map(countSlots));
    expect(left).toEqual([1, before, before, before]);
  }
  await move(lately.id, '31 days');
  await sql`update project.studies set ends_at = ends_at - interval '2 days' where study_id = ${lately.id}`.execute(
    app.engine.owner,
  );
  await runDeletions({ db });
  expect(await countSlots(lately)).toBe(0);
});

test('the job runs every hour by schedule', async () => {
  const { rows } =
    await sql`select cron, timezone from project_jobs.schedule where name = 'retention'`.execute(
      app.engine.owner,
    );
  expect(rows).toEqual([{ cron: '17 * * * *', timezone: 'UTC' }]);
  const old = sql`insert into project.limits (key_hash, count, ends_at) values ('old', 1, now() - interval '1 hour')`;
  await old.execute(app.engine.owner);
  await sql.raw(startJobSql('project', 'retention')).execute(app.engine.owner);
  const left = async () =>
    (await sql`select 1 from project.limits where key_hash = 'old'`.execute(app.engine.owner)).rows.length;
  await expect.poll(left).toBe(0);
});
