// Slow: pg-boss finds the job of a dead process every ten seconds, and retries a failed one after two.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, startPostgres } from '@app/test/support/machine/postgres.ts';
import { type Engine, transaction } from './database.ts';
import { type Jobs, type Queue, DefiniteFailure, openJobs } from './jobs.ts';
import { prepareJobs } from './prepare-jobs.ts';
import { findDueQueues } from './queue-waker.ts';
import { createLog } from './log.ts';
import { openPglite } from './pglite-engine.ts';
import { openPostgres } from './postgres-engine.ts';

interface Task {
  name: string;
}
const TASKS: Queue<Task> = { name: 'tasks', expireInSeconds: 300 };
const SHORT: Queue<Task> = { name: 'short', expireInSeconds: 2 };
const SOON: Queue<Task> = { name: 'soon', isDebounced: true };
const LEFT: Queue<Task> = { name: 'left', isDebounced: true };
const CRON: Queue<object> = { name: 'cron', cron: '* * * * *' };
const RANKED: Queue<Task> = { name: 'ranked' };
const LATER: Queue<Task> = { name: 'later' };
const DUE: Queue<Task> = { name: 'due' };
const queues = [TASKS, SHORT, SOON, LEFT, CRON, RANKED, LATER, DUE];
/** If each waited for the next poll of the queue, four at once would exceed the test's time limit. */
const BACKLOG = 400;
const log = createLog('silent');

const minute = () => Math.floor(Date.now() / 60_000);

interface Place {
  engine: Engine;
  url: string | undefined;
  role: string;
  close(): Promise<void>;
}

async function openOnPglite(): Promise<Place> {
  const engine = await openPglite();
  await sql`create role jobs_app`.execute(engine.owner);
  return { engine, url: undefined, role: 'jobs_app', close: () => engine.close() };
}

async function openOnPostgres(): Promise<Place> {
  const server = await startPostgres();
  const { url, drop } = await createDatabase(server.url);
  const engine = openPostgres({ url, poolSize: 4, log });
  const role = `jobs_${crypto.randomUUID().slice(0, 8)}`;
  await sql`create role ${sql.id(role)}`.execute(engine.owner);
  await sql`grant ${sql.id(role)} to current_user`.execute(engine.owner);
  return {
    engine,
    url,
    role,
    async close() {
      await sql`drop owned by ${sql.id(role)}`.execute(engine.owner);
      await sql`drop role ${sql.id(role)}`.execute(engine.owner);
      await engine.close();
      await drop();
      await server.stop();
    },
  };
}

describe.each([
  ['PGlite', openOnPglite],
  ['PostgreSQL', openOnPostgres],
])('on %s', (_name, open) => {
  let place: Place;
  let jobs: Jobs;
  let openedAt: number;
  const nodes: Jobs[] = [];
  const openNode = async () => {
    const { engine, role } = place;
    const node = await openJobs(engine, { schema: 'things', role, queues, log });
    nodes.push(node);
    return node;
  };
  beforeAll(async () => {
    place = await open();
    openedAt = minute();
    await prepareJobs(place.engine, { ...place, schema: 'things', queues });
    jobs = await openNode();
  });
  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    await place.close();
  });
  const send = (queue: Queue<Task>, name: string, options = {}) =>
    transaction(place.engine.owner, (trx) => jobs.send(trx, queue, { name }, options));
  const stored = async (queue: string) =>
    (
      await sql<{ state: string; name: string }>`
        select state::text, data->>'name' as name from things_jobs.job where name = ${queue} order by 2, 1`.execute(
        place.engine.owner,
      )
    ).rows;

  test('a scheduled job runs once on two nodes, which act as the service’s own role', async () => {
    const second = await openNode();
    let runs = 0;
    for (const node of [jobs, second]) await node.work(CRON, async () => void (runs += 1));
    await expect.poll(() => runs).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    // One run for the minute before the nodes opened, and one for each minute since.
    expect(runs).toBeLessThanOrEqual(1 + minute() - openedAt);
    await expect.poll(async () => (await stored('cron')).length - runs).toBe(0);
  });

  test('a job that a person waits for runs before earlier jobs that can wait', async () => {
    for (const [name, priority] of [
      ['bulk', 0],
      ['asked', 1],
    ] as const)
      await send(RANKED, name, { priority });
    const done: string[] = [];
    await jobs.work(RANKED, async ({ name }) => void done.push(name));
    await expect.poll(() => done).toEqual(['asked', 'bulk']);
  });

  test('one job of a key waits; the next one may wait once it is running', async () => {
    for (const key of ['a', 'a', 'b']) await send(SOON, key, { key, afterSeconds: 30 });
    expect(await stored('soon')).toEqual([
      { state: 'created', name: 'a' },
      { state: 'created', name: 'b' },
    ]);
    const isWaiting = (key: string) =>
      transaction(place.engine.owner, (trx) => jobs.isWaiting(trx, SOON, key));
    expect([await isWaiting('a'), await isWaiting('c')]).toEqual([true, false]);
    await sql`update things_jobs.job set start_after = now() where name = 'soon'`.execute(place.engine.owner);
    const done: string[] = [];
    await jobs.work(SOON, async ({ name }) => {
      done.push(name);
      if (name === 'b') expect(await isWaiting('b')).toBe(false);
      if (name === 'a') await send(SOON, 'again', { key: 'a' });
    });
    await expect.poll(() => done.toSorted()).toEqual(['a', 'again', 'b']);
  });

  test('a waiting job does not start before the transaction that relies on it has ended', async () => {
    if (place.engine.kind === 'pglite') return;
    await send(LEFT, 'first', { key: 'a' });
    const sent = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    let hasEnded = false;
    const change = transaction(place.engine.owner, async (trx) => {
      await jobs.send(trx, LEFT, { name: 'second' }, { key: 'a' });
      sent.resolve();
      await mayEnd.promise;
      hasEnded = true;
    });
    await sent.promise;
    const started: string[] = [];
    await jobs.work(LEFT, async ({ name }) => void started.push(`${name} ${hasEnded}`));
    // The worker has polled its queue, because a later job of another key is done.
    await send(LEFT, 'other', { key: 'b' });
    await expect.poll(() => started).toContain('other false');
    mayEnd.resolve();
    await change;
    await expect.poll(() => started).toEqual(['other false', 'first true']);
  });

  test('FLT-4 jobs run concurrently, are retried, and become dead letters only after a permanent failure', async () => {
    const done: string[] = [];
    const tries = new Map<string, number>();
    // The jobs already wait, as after an outage, so only a finished job wakes the worker for the next one.
    const plain = Array.from({ length: BACKLOG }, (_, index) => `plain ${index}`);
    for (const name of ['slow', 'down', 'poison', ...plain]) await send(TASKS, name);
    await send(SHORT, 'hangs');
    const plainAreDone = Promise.withResolvers<void>();
    const work = async ({ name }: Task) => {
      tries.set(name, (tries.get(name) ?? 0) + 1);
      if (name === 'slow') await plainAreDone.promise;
      if (name === 'down' && tries.get(name) === 1) throw new Error('ECONNREFUSED');
      if (name === 'poison') throw new DefiniteFailure('no such mailbox');
      // Considered dead after two seconds, and run again.
      if (name === 'hangs' && tries.get(name) === 1) await new Promise(() => {});
      done.push(name);
    };
    await jobs.work(TASKS, work, { atOnce: 4, tries: 2 });
    await jobs.work(SHORT, work, { atOnce: 2 });
    await expect.poll(() => plain.filter((name) => !done.includes(name)).length).toBe(0);
    expect(done).not.toContain('slow');
    plainAreDone.resolve();
    await expect.poll(() => stored('tasks-dead-letter')).toEqual([{ state: 'created', name: 'poison' }]);
    await expect.poll(() => ['down', 'hangs', 'slow'].filter((name) => !done.includes(name))).toEqual([]);
    expect([tries.get('poison'), tries.get('down')]).toEqual([2, 2]);
    expect(tries.get('hangs')).toBeGreaterThan(1);
    const tasks = done.filter((name) => name !== 'hangs');
    expect(new Set(tasks).size).toBe(tasks.length);
  });

  test('only workers of queues with a due job are woken', async () => {
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => {
        const { rows } = await place.engine.owner.executeQuery<never>(CompiledQuery.raw(text, values));
        return { rows };
      },
    };
    const findDue = async () => findDueQueues(db, 'things_jobs', ['later', 'due']);
    await send(LATER, 'tomorrow', { afterSeconds: 86_400 });
    expect(await findDue()).toEqual([]);
    await send(DUE, 'now');
    expect(await findDue()).toEqual(['due']);
    await jobs.work(DUE, async () => {});
    await expect.poll(findDue).toEqual([]);
  });

  test('a failure of the queue itself is logged with its message and code', async () => {
    if (place.engine.kind === 'pglite') return;
    const lines: string[] = [];
    const options = {
      schema: 'denied',
      role: place.role,
      queues: [SHORT],
      log: createLog('warn', { write: (line) => lines.push(line) }),
    };
    await prepareJobs(place.engine, options);
    const denied = await openJobs(place.engine, options);
    nodes.push(denied);
    await sql`revoke all on all tables in schema denied_jobs from ${sql.id(place.role)}`.execute(
      place.engine.owner,
    );
    await denied.work(SHORT, async () => {});
    await expect.poll(() => lines.join('')).toMatch(/"code":"42501".*permission denied for table/);
    await prepareJobs(place.engine, options);
  });

  test('FLT-4 an outage of days causes no dead letters, and a job waits half a minute at most', async () => {
    const old = sql`update things_jobs.queue set retry_limit = 9, retry_delay_max = 900 where name = 'tasks'`;
    await old.execute(place.engine.owner);
    await prepareJobs(place.engine, { ...place, schema: 'things', queues });
    const { rows } = await sql`
      select retry_limit as "limit", retry_delay_max as "longest", retry_backoff as "isGrowing"
      from things_jobs.queue where name = 'tasks'`.execute(place.engine.owner);
    expect(rows).toEqual([{ limit: 8640, longest: 30, isGrowing: true }]);
  });
});

test('FLT-4 the job of a killed process runs again', async () => {
  const place = await openOnPostgres();
  const { engine, url, role } = place;
  const options = { schema: 'things', role, queues, log };
  await prepareJobs(engine, options);
  const jobs = await openJobs(engine, options);
  const file = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const worker = `
    const { openPostgres } = await import(${file('./postgres-engine.ts')});
    const { openJobs } = await import(${file('./jobs.ts')});
    const { createLog } = await import(${file('./log.ts')});
    const log = createLog('silent');
    const url = ${JSON.stringify(url)};
    const engine = openPostgres({ url, poolSize: 2, log });
    const jobs = await openJobs(engine, { schema: 'things', role: ${JSON.stringify(role)}, queues: [], log });
    await jobs.work({ name: 'short' }, async () => {
      process.stdout.write('taken');
      await new Promise(() => {});
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', worker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await transaction(engine.owner, (trx) => jobs.send(trx, SHORT, { name: 'once' }));
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  const done: string[] = [];
  await jobs.work(SHORT, async ({ name }) => void done.push(name));
  await expect.poll(() => done).toEqual(['once']);
  await jobs.stop();
  await place.close();
});
