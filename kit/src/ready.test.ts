import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { expect, test } from 'vitest';
import { anyOfIds, prepareQuery } from './database.ts';

interface Tables {
  things: { id: string; place: number; at: Date | null };
}

test('a statement is built once, and gets the values of each call in place of the first ones', async () => {
  const sent: Pick<CompiledQuery, 'sql' | 'parameters'>[] = [];
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (any) => new PostgresIntrospector(any),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  });
  let builds = 0;
  interface Given {
    ids: readonly string[];
    place: number;
    at: Date | null;
  }
  const find = (asDb: Kysely<Tables>, { ids, place, at }: Given) => {
    builds += 1;
    return asDb
      .selectFrom('things')
      .select('id')
      .where('id', '=', anyOfIds(ids))
      .where(sql<boolean>`at is not distinct from ${at}::timestamptz`)
      .where('place', '>', 3)
      .limit(place);
  };
  const findReady = prepareQuery(find);
  const calls: Given[] = [
    { ids: ['a'], place: 1, at: null },
    { ids: ['b', 'c'], place: 20, at: new Date(0) },
  ];
  for (const given of calls) await findReady(db, given);
  expect(builds).toBe(1);
  expect(sent.map(({ sql: text, parameters }) => ({ text, parameters }))).toEqual(
    calls.map((given) => {
      const { sql: text, parameters } = find(db, given).compile();
      return { text, parameters };
    }),
  );
});
