import { type Kysely, CompiledQuery, sql } from 'kysely';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { listOwnApplications } from '@app/contracts/project/applications.ts';
import { browseStudies, listPublicStudies } from '@app/contracts/project/browsing.ts';
import { listNotifications } from '@app/contracts/project/notifications.ts';
import { type Engine, transaction } from '@app/kit/database.ts';
import { signCallers } from './callers.ts';
import type { Ground } from './ground.ts';
import { say } from './measure.ts';
import { takeSample } from './sample.ts';
import { MANY, MANY_APPLICANTS, MOST_STUDIES, PARTICIPANTS, activePeople, idIn, studyId } from './seed.ts';

const TIMES = 5;
const LARGEST = 12;

/** How large tables and their indexes are, and what the statements of the dearest calls take: docs/growth.md. */
export async function measureGrowth(ground: Ground): Promise<void> {
  const bench = await ground.withStudies(MOST_STUDIES);
  const callers = await signCallers(bench);
  // Those of high numbers have no application, those of low ones have some.
  const [someone = '', old = ''] = activePeople;
  const applicant = activePeople.at(-1) ?? someone;
  await bench.inProcess(async (running, engine) => {
    await seedAccounts(engine);
    await sql`update project.participants set birth_date = current_date - interval '105 years' where user_id = ${old}`.execute(
      engine.owner,
    );
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
      'browse, who fits none': {
        url: `${PROJECT_BASE}${browseStudies.path}`,
        headers: callers.participant(old),
      },
      'browse, without an account': { url: `${PROJECT_BASE}${listPublicStudies.path}`, headers: {} },
      notifications: {
        url: `${PROJECT_BASE}${listNotifications.path}`,
        headers: callers.participant(someone),
      },
      'own applications': {
        url: `${PROJECT_BASE}${listOwnApplications.path}`,
        headers: callers.participant(applicant),
      },
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

/** An account, a session and a notification of everybody. */
async function seedAccounts({ owner }: Engine): Promise<void> {
  const id = idIn('8000', sql`n`);
  await transaction(owner, async (trx) => {
    // What the triggers of each row would look for is not there.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into identity.people (user_id, email, role, first_name, last_name, password_hash, agreed_to_terms_at, email_verified_at)
      select ${id}, n || '@example.test', 'PARTICIPANT', 'Esi', 'Person ' || n, repeat('x', 97), now(), now()
      from generate_series(${MANY_APPLICANTS + 1}::int, ${PARTICIPANTS}::int) as n`.execute(trx);
    await sql`
      insert into identity.sessions (session_id, user_id, expires_at)
      select ${id}, ${id}, now() + interval '1 day' from generate_series(1, ${PARTICIPANTS}::int) as n`.execute(
      trx,
    );
    await sql`
      insert into project.notifications (notification_id, user_id, key, kind, params, path)
      select ${id}, ${id}, 'accepted ' || n, 'APPLICATION_ACCEPTED', '{"study": "x"}', null
      from generate_series(1, ${PARTICIPANTS}::int) as n`.execute(trx);
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
