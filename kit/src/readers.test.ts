import { type Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runWithRequest } from './current-request.ts';
import { guardedKysely } from './database.ts';
import { createLog } from './log.ts';
import { openReaders } from './readers.ts';

vi.mock('node:timers/promises', () => ({ setTimeout: () => new Promise((done) => setImmediate(done)) }));
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Unlike `expect.poll`, this does not advance the test's clock while it waits. */
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((done) => setImmediate(done));
};

/** A server that reports its log position; with `isBusy` its reads fail. */
const openServer = (name: string) => ({ name, position: 10, looks: 0, isBusy: false });
type Server = ReturnType<typeof openServer>;

function fakePool(server: Server): pg.Pool {
  const query = async (text: string) => {
    const isLook = text.includes('position');
    if (isLook) server.looks += 1;
    else if (server.isBusy) throw Object.assign(new Error('busy'), { code: '57P01' });
    const row = isLook
      ? { position: String(server.position), system: 'one', line: 1 }
      : { name: server.name };
    return { command: 'SELECT', rowCount: 1, rows: [row] };
  };
  const client = { query, release: () => {} };
  return { connect: async () => client, end: async () => {} } as unknown as pg.Pool;
}

test('a replica is not read before it has all reported writes, even if no caller waited for them', async () => {
  const [primary, replica] = [openServer('primary'), openServer('replica')];
  const serverAt = (url: string) => (url === replica.name ? replica : primary);
  const open = (url: string) => fakePool(serverAt(url));
  const readers = openReaders(['replica'], { primaryUrl: 'primary', open, log: createLog('silent') });
  onTestFinished(() => readers.stop());
  const dialect = new PostgresDialect({ pool: fakePool(primary) });
  const reader: Kysely<unknown> = readers.beside('role', guardedKysely(dialect));
  const readAt = () =>
    runWithRequest({ id: 'reading', address: '127.0.0.1', mayReadLate: true }, async () => {
      const { rows } = await sql<{ name: string }>`select name`.execute(reader);
      return rows[0]?.name;
    });
  const lookTwice = () => {
    const before = replica.looks;
    return until(() => replica.looks > before + 1);
  };

  await until(async () => (await readAt()) === 'replica');
  replica.isBusy = true;
  // For five seconds the replica is not used.
  expect(await readAt()).toBe('primary');
  replica.isBusy = false;
  vi.advanceTimersByTime(4900);
  await lookTwice();
  primary.position += 1;
  vi.advanceTimersByTime(50);
  await readers.untilFresh();
  vi.advanceTimersByTime(100);
  await lookTwice();
  expect(await readAt()).toBe('primary');
  replica.position = primary.position;
  await until(async () => (await readAt()) === 'replica');
});
