import fc from 'fast-check';
import pg from 'pg';
import { beforeEach, inject } from 'vitest';
import { IS_FULL } from './sizes.ts';

const TIMED_OUT = /timed out/i;

/** Prints open handles and running statements when a test reaches its time limit. */
beforeEach(({ onTestFailed, task }) => {
  // A failing property that shrinks slowly prints its result before the test ends.
  if (!IS_FULL)
    fc.configureGlobal({ interruptAfterTimeLimit: 0.8 * task.timeout, markInterruptAsFailure: true });
  onTestFailed(async () => {
    if (!task.result?.errors?.some(({ message }) => TIMED_OUT.test(message))) return;
    const handles = Object.entries(Object.groupBy(process.getActiveResourcesInfo(), (name) => name));
    console.error(
      `${task.name} hung. Open: ${handles.map(([name, all]) => `${all?.length} ${name}`).join(', ')}`,
    );
    const url = inject('postgresUrl') as string | undefined;
    if (url !== undefined) await printStatements(url).catch(console.error);
  });
});

async function printStatements(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ waited: string; state: string; event: string; query: string }>(
    `select (now() - query_start)::text as waited, state, coalesce(wait_event, '') as event, left(query, 500) as query
     from pg_stat_activity where datname like 'test%' and state <> 'idle' order by query_start`,
  );
  await client.end();
  for (const { waited, state, event, query } of rows)
    console.error(`${waited} ${state} ${event}\n  ${query}`);
}
