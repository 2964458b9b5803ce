// Slow: pg-boss reads its schedules every 30 seconds.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { SERVICES } from '../../apps/host/src/services.ts';
import { useApp } from '../support/app.ts';

const app = useApp({}, undefined, { isOwn: true });

const scheduled = SERVICES.flatMap(({ schema, queues }) =>
  queues.filter(({ cron }) => cron !== undefined).map(({ name }) => ({ schema: `${schema}_jobs`, name })),
);

test('every scheduled job of every service completes when the scheduler queues it', async () => {
  for (const schema of new Set(scheduled.map((one) => one.schema))) {
    await sql`update ${sql.table(`${schema}.schedule`)} set cron = '* * * * *'`.execute(app.engine.owner);
    await sql`update ${sql.table(`${schema}.version`)} set cron_on = null`.execute(app.engine.owner);
  }
  const states = async ({ schema, name }: (typeof scheduled)[number]) => {
    const { rows } = await sql<{ state: string }>`
      select state from ${sql.table(`${schema}.job`)} where name = ${name}`.execute(app.engine.owner);
    return rows.map(({ state }) => state);
  };
  expect(scheduled.length).toBeGreaterThan(10);
  for (const job of scheduled) {
    await expect
      .poll(() => states(job), { interval: 500 })
      .toContainEqual(expect.stringMatching(/completed|retry|failed/));
    expect({ job, states: await states(job) }).toEqual({
      job,
      states: expect.arrayContaining(['completed']),
    });
  }
});
