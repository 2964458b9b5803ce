import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { CompiledQuery, DatabaseConnection } from 'kysely';
import { expect, test } from 'vitest';
import { compileOnce } from './compile-once.ts';

interface Tables {
  fruit: { id: string; name: string; weight: number };
}

/** A database that remembers what it was asked. */
function createAsked() {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const connection: DatabaseConnection = {
    async executeQuery({ sql: text, parameters }: CompiledQuery) {
      asked.push({ sql: text, parameters });
      return { rows: [] };
    },
    async *streamQuery() {},
  };
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: async () => {},
        acquireConnection: async () => connection,
        beginTransaction: async () => {},
        commitTransaction: async () => {},
        rollbackTransaction: async () => {},
        releaseConnection: async () => {},
        destroy: async () => {},
      }),
    },
  });
  return { db, asked };
}

test('each run has its own values in the one text, wherever they stand and however often', async () => {
  let built = 0;
  const heavier = compileOnce((value: { name: string; weight: number }, db: Kysely<Tables>) => {
    built += 1;
    return db
      .selectFrom('fruit')
      .select(['id', sql<string>`${value.name}::text`.as('asked')])
      .where('name', '=', value.name)
      .where('weight', '>', value.weight)
      .where('weight', '<', 100);
  });
  const { db, asked } = createAsked();
  await heavier(db, { name: 'pawpaw', weight: 3 });
  await heavier(db, { weight: 0, name: 'mango' });
  expect(asked.map(({ parameters }) => parameters)).toEqual([
    ['pawpaw', 'pawpaw', 3, 100],
    ['mango', 'mango', 0, 100],
  ]);
  expect(new Set(asked.map(({ sql: text }) => text)).size).toBe(1);
  expect(built).toBe(1);
});

test('a value that is worked on while the statement is built is refused: it would stay the first one', async () => {
  const { db, asked } = createAsked();
  const wrong = compileOnce((value: { name: string }, of: Kysely<Tables>) =>
    of.selectFrom('fruit').select('id').where('name', '=', JSON.stringify(value.name)),
  );
  await expect(wrong(db, { name: 'pawpaw' })).rejects.toThrow('name');
  expect(asked).toEqual([]);
});
