import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { assertClockInSync, readClockDifference } from './clock-difference.ts';
import { createLog } from './log.ts';

/** A database whose clock always has this time. */
function databaseAt(at: number) {
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: async () => ({ rows: [{ at }] as never[] }),
        streamQuery: () => {
          throw new Error('Not asked for');
        },
      } as unknown as Awaited<ReturnType<DummyDriver['acquireConnection']>>;
    }
  }
  const owner = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { owner, kind: 'postgres' } as const;
}

/** A clock that advances by a second at each reading. */
function clockFrom(start: number) {
  let at = start - 1000;
  return () => (at += 1000);
}

const NOON = 1_000_000_000_000;

test.each([
  // The answer took a second, and the database's time is within it.
  [NOON - 500, 0],
  [NOON + 20_000, 20],
  [NOON - 21_000, -20],
])('a clock at %i is %i seconds ahead', async (here, seconds) => {
  expect(await readClockDifference(databaseAt(NOON), clockFrom(here))).toBe(seconds);
});

test('a node logs that its clock is wrong, and does not start if it is very wrong', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const startAt = (here: number) => assertClockInSync(databaseAt(NOON), log, clockFrom(here));
  await startAt(NOON - 500);
  expect(lines).toEqual([]);
  await startAt(NOON + 8000);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', seconds: 8 });
  await expect(startAt(NOON + 1_200_000)).rejects.toThrow('is 1200 seconds ahead of that of the database');
  await expect(startAt(NOON - 1_201_000)).rejects.toThrow('is 1200 seconds behind that of the database');
});
