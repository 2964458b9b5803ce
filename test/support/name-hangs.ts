import pg from 'pg';
import { beforeEach, inject } from 'vitest';

const TIMED_OUT = /timed out/i;

/** What a test waited for that was ended by its limit: the statements that still ran, and what kept Node.js busy. */
beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => {
    if (!task.result?.errors?.some(({ message }) => TIMED_OUT.test(message))) return;
    const handles = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name));
    console.error(
      `${task.name} hung. Open: ${handles.map(([name, all]) => `${all?.length} ${name}`).join(', ')}`,
    );
    if (inject('engine') === 'postgres') await printStatements();
  });
});

async function printStatements(): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const { rows } = await client.query<{ waited: string; state: string; event: string; query: string }>(
    `select (now() - query_start)::text as waited, state, coalesce(wait_event, '') as event, left(query, 500) as query
     from pg_stat_activity where starts_with(datname, $1) and state <> 'idle' order by query_start`,
    [inject('postgresTemplate')],
  );
  await client.end();
  for (const { waited, state, event, query } of rows)
    console.error(`${waited} ${state} ${event}\n  ${query}`);
}
