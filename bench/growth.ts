import { type Kysely, CompiledQuery, sql } from 'kysely';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './ground.ts';
import { say } from './measure.ts';
import { takeSample } from './sample.ts';
import { MANY, MOST_STUDIES, activePeople, studyId } from './seed.ts';

const TIMES = 5;
const LARGEST = 12;

/** How large tables and their indexes are, and what the statements of the dearest calls take: docs/growth.md. */
export async function measureGrowth(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench);
  const [someone = ''] = activePeople;
  await bench.inProcess(async (running, engine) => {
    await sql`vacuum analyze`.execute(engine.owner);
    const { rows } = await sql<{ table: string; rows: number; table_mb: number; indexes_mb: number }>`
      select relid::regclass::text as "table", (select reltuples::int from pg_class where oid = relid) as rows, pg_table_size(relid) / 1048576 as table_mb,
        pg_indexes_size(relid) / 1048576 as indexes_mb
      from pg_stat_user_tables order by pg_total_relation_size(relid) desc limit ${LARGEST}`.execute(
      engine.owner,
    );
    for (const row of rows)
      say(`| ${row.table} | ${row.rows.toLocaleString('en')} | ${row.table_mb} MB | ${row.indexes_mb} MB |`);
    const db = engine.owner;
    const calls = {
      browse: { url: `${PROJECT_BASE}${browseStudies.path}`, headers: callers.participant(someone) },
      applicants: {
        url: `${PROJECT_BASE}/studies/${studyId(MANY)}/applications`,
        headers: callers.researcher,
      },
    };
    for (const [name, asked] of Object.entries(calls)) {
      await running.app.inject({ method: 'GET', ...asked });
      const { statements } = await takeSample(running, name, { method: 'GET', ...asked });
      for (const { text, values } of statements.filter((one) => /^\s*(?:select|with)\b/i.test(one.text)))
        say(`${(await timeOf(db, text, values)).toFixed(2)} ms: ${text.replace(/\s+/g, ' ').slice(0, 100)}`);
    }
  });
}

/** The median of some times, in milliseconds. */
async function timeOf(db: Kysely<unknown>, text: string, values: unknown[]): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${text}`, values),
    );
    times.push(rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? 0);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}
