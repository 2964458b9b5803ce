// Slow: every migration after the baseline runs over thousands of rows while an old node writes.
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Engine, transaction } from '@app/kit/database.ts';
import { createLog } from '@app/kit/log.ts';
import { migrate } from '@app/kit/migrations.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { projectService } from '@app/project/service.ts';
import { createDatabase } from '../support/machine/postgres.ts';
import * as known from '../support/baseline-project-statements.ts';
import { MIGRATED_STUDIES, TIMEOUT_FACTOR } from '../support/sizes.ts';

const STUDIES = MIGRATED_STUDIES;
const PEOPLE = STUDIES / 5;
const APPLICATIONS = STUDIES * 2;

const RESEARCHER = '00000000-0000-7000-8000-0000000000ff';
let engine: Engine;
let drop: () => Promise<void>;
let folder: string;

const id = (n: number) => format(String(n).padStart(32, '0'));
const format = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
const run = async <Row>(text: string, values: unknown[] = []) =>
  (await engine.owner.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;

/** A third of the studies are drafts, a third open, a third closed. Everyone applied to ten of them. */
async function fill(): Promise<void> {
  await sql`
    insert into project.projects (project_id, creator_id, project_name, description)
    select lpad(n::text, 32, '0')::uuid, ${RESEARCHER}, 'Project ' || n, '' from generate_series(1, 1000) as n`.execute(
    engine.owner,
  );
  await sql`
    insert into project.studies (study_id, project_id, state, name, public_name, description, company_name, device_bits,
      minimum_age, maximum_age, gender_bits, education_bits, income_bits, screeners, available_dates, available_times,
      duration_in_minutes, desired_number_of_participants, published_at, closed_at)
    select lpad(n::text, 32, '0')::uuid, lpad((n % 1000 + 1)::text, 32, '0')::uuid,
      (array['DRAFT', 'PUBLISHED', 'CLOSED'])[n % 3 + 1], 'Study ' || n, 'Public ' || n, repeat('x', 200), 'Company', 7,
      18, 100, 7, 255, 31, '[{"id": "q1aaaa", "question": "?", "options": []}]', '["2030-01-01"]', '["09:00 AM"]',
      case when n % 3 > 0 then 30 end, case when n % 3 > 0 then 12 end,
      case when n % 3 > 0 then now() - n * interval '1 minute' end, case when n % 3 = 2 then now() end
    from generate_series(1, ${STUDIES}::int) as n`.execute(engine.owner);
  await sql`
    insert into project.matching_profiles (user_id, birth_date, gender_bit, education_bit, income_bit, device_bits)
    select lpad(n::text, 32, '0')::uuid, '1996-04-02', 1 << (n % 3), 1 << (n % 8), 1 << (n % 5), 2
    from generate_series(1, ${PEOPLE}::int) as n`.execute(engine.owner);
  await sql`
    insert into project.applications (application_id, study_id, applicant_id, is_qualified, responses, applied_at)
    select lpad(n::text, 32, '0')::uuid, lpad((n % ${STUDIES - 4}::int / 3 * 3 + 1 + n % 2)::text, 32, '0')::uuid,
      lpad(((n + n / ${STUDIES}::int * 7) % ${PEOPLE}::int + 1)::text, 32, '0')::uuid, n % 2 = 0, '[{"id": "1", "question": "?", "answer": "!"}]',
      '2026-04-01 12:00Z'::timestamptz + n % 2 * interval '1 day'
    from generate_series(1, ${APPLICATIONS}::int) as n`.execute(engine.owner);
}

/** Reads all original data that old nodes know, as one value per table. */
async function readOldData(): Promise<unknown> {
  return Promise.all(
    Object.entries(known.columns).map(([table, columns]) => {
      const [key] = columns.split(',', 1);
      return run(`select count(*), md5(string_agg(md5((${columns})::text), '' order by ${key})) from project.${table}
        where ${key} < '10000000-0000-0000-0000-000000000000'`);
    }),
  );
}

/** Acts as an old node: applies repeatedly, each time in a transaction. Returns the responses. */
async function writeAsOldNode(node: number, hasEnded: () => boolean) {
  const db = engine.connect<unknown>('project_app');
  const outcome = { applied: [] as string[], failures: new Set<unknown>() };
  for (let round = 0; !hasEnded(); round += 1) {
    const [application, applicant] = [`f${crypto.randomUUID().slice(1)}`, id(1 + (round % PEOPLE))];
    const study = id(1 + 3 * Math.floor((((round * 4 + node) * 7919) % STUDIES) / 3.1));
    try {
      await transaction(db, async (trx) => {
        const ask = (text: string, values: unknown[]) => trx.executeQuery(CompiledQuery.raw(text, values));
        const { rows } = await ask(known.apply, [application, applicant, '[]', study]);
        await ask(known.notify, [crypto.randomUUID(), RESEARCHER, `applied:${application}`]);
        if (rows.length > 0) outcome.applied.push(application);
      });
    } catch (error) {
      outcome.failures.add((error as { code?: unknown }).code ?? error);
    }
  }
  return outcome;
}

beforeAll(async () => {
  const database = await createDatabase(inject('postgresUrl'));
  drop = database.drop;
  engine = openPostgres({
    url: database.url,
    poolSize: 10,
    log: createLog('silent'),
    patience: TIMEOUT_FACTOR,
  });
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  const file = '1000_baseline.sql';
  await copyFile(new URL(file, projectService.migrations), join(folder, file));
  await migrate(engine.owner, 'project', pathToFileURL(`${folder}/`));
  await fill();
});
afterAll(async () => {
  await engine.close();
  await drop();
  await rm(folder, { recursive: true });
});

/** A statement waited too long for a table: the caller gets UNAVAILABLE and retries. */
const CANCELLED = '57014';

describe('the migrations of the project service', { shuffle: false }, () => {
  test('FLT-10 later migrations keep all data of the baseline while an old node writes', async () => {
    const before = await readOldData();
    let hasEnded = false;
    const oldNode = Promise.all(Array.from({ length: 4 }, (_, node) => writeAsOldNode(node, () => hasEnded)));
    const isWriting = async () =>
      (await run("select from project.applications where applied_at > now() - interval '1 hour' limit 1"))
        .length;
    await expect.poll(isWriting).toBe(1);
    const began = Date.now();
    await migrate(engine.owner, 'project', projectService.migrations).finally(() => (hasEnded = true));
    const durationMs = Date.now() - began;
    const outcome = await oldNode;
    const applied = outcome.flatMap((each) => each.applied);
    const failures = outcome.flatMap((each) => [...each.failures]);
    console.log(
      `${STUDIES} studies and ${APPLICATIONS} applications migrated in ${durationMs} ms beside ${applied.length} ` +
        `applications; failures: ${failures.join()}`,
    );
    expect(await readOldData()).toEqual(before);
    expect(failures.filter((code) => code !== CANCELLED)).toEqual([]);
    const found = await run('select from project.applications where application_id = any($1)', [applied]);
    expect(found).toHaveLength(applied.length);
  });

  test('FLT-10 nodes of the baseline continue creating, publishing, browsing, applying, closing and deleting', async () => {
    const db = engine.connect<unknown>('project_app');
    const ask = async <Row>(text: string, values: unknown[]) =>
      (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows;
    const [study, other, person] = [crypto.randomUUID(), crypto.randomUUID(), id(7)];
    for (const each of [study, other]) {
      await ask(known.createStudySql, [each, id(1)]);
      expect(await ask(known.publishStudySql, [each, RESEARCHER])).toEqual([{ study_id: each }]);
      expect(await ask(known.publishStudySql, [each, RESEARCHER])).toEqual([]);
    }
    const browse = async () =>
      (await ask<{ id: string }>(known.browse, [person, 2, 0])).map((row) => row.id).toSorted();
    expect(await browse()).toEqual([study, other].toSorted());
    const application = crypto.randomUUID();
    expect(await ask(known.apply, [application, person, '[]', study])).toHaveLength(1);
    expect(await ask(known.apply, [crypto.randomUUID(), person, '[]', study])).toEqual([]);
    expect(await browse()).not.toContain(study);
    expect(await ask(known.listApplicants, [study])).toMatchObject([{ id: application, status: 'PENDING' }]);
    const stored = await run('select age, gender_bit from project.applications where application_id = $1', [
      application,
    ]);
    expect(stored).toEqual([{ age: expect.any(Number), gender_bit: 2 }]);
    expect(await ask(known.lockStudy, [study, RESEARCHER])).toMatchObject([{ state: 'PUBLISHED' }]);
    expect(await ask(known.closeStudy, [study])).toEqual([{ study_id: study }]);
    expect(await ask(known.closeStudy, [other])).toEqual([]);
    await ask(known.deleteStudy, [other]);
    const left = await run('select study_id, is_open from project.studies where study_id = any($1)', [
      [study, other],
    ]);
    expect(left).toEqual([{ study_id: study, is_open: false }]);
  });
});
