import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Kysely } from 'kysely';
import { createPeer } from './peer.ts';
import { dryRun, transaction } from './database.ts';
import { type PgliteEngine, openPglite } from './pglite-engine.ts';
import { splitStatements } from './migrations.ts';

interface Tables {
  'public.things': { id: number; name: string };
}
let engine: PgliteEngine;
let db: Kysely<Tables>;
beforeAll(async () => {
  engine = await openPglite();
  db = engine.connect<Tables>('nobody');
  await sql`create table public.things (id int8 primary key, name text not null, day date default '2026-11-21')`.execute(
    db,
  );
});
afterAll(() => engine.close());

test('a transaction commits all or nothing', async () => {
  await transaction(db, (trx) => trx.insertInto('public.things').values({ id: 1, name: 'kept' }).execute());
  const failing = transaction(db, async (trx) => {
    await trx.insertInto('public.things').values({ id: 2, name: 'lost' }).execute();
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await db.selectFrom('public.things').selectAll().execute()).toEqual([
    { id: 1, name: 'kept', day: '2026-11-21' },
  ]);
});

test('inside a transaction, the outer handle, a second transaction and calls of other services are refused', async () => {
  const callPeer = createPeer(
    async () => ({}),
    { name: 'project', title: '', base: '/', endpoints: {} },
    async () => '',
  );
  const peerCall = () =>
    callPeer(
      { method: 'GET', path: '/', summary: '', access: 'SERVICE', callers: ['identity'], errors: [] },
      {},
    );
  const attempts = {
    'A statement on the outer handle': () => db.selectFrom('public.things').select('id').execute(),
    'A second transaction': () => transaction(db, async () => {}),
    'A call of the project service': peerCall,
  };
  for (const [what, attempt] of Object.entries(attempts)) {
    await expect(transaction(db, async () => void (await attempt()))).rejects.toThrow(
      `${what} inside a transaction`,
    );
  }
  await expect(peerCall()).resolves.toBeUndefined();
});

test('a rehearsal returns or throws what the work would, and changes nothing', async () => {
  const insert = (id: number) => (trx: Kysely<Tables>) =>
    trx.insertInto('public.things').values({ id, name: 'rehearsed' }).returning('id').executeTakeFirst();
  expect(await dryRun(db, insert(7))).toEqual({ id: 7 });
  expect(await dryRun(db, insert(7))).toEqual({ id: 7 });
  await expect(dryRun(db, () => Promise.reject(new Error('not like that')))).rejects.toThrow('like that');
});

test('a serialisation failure is retried, three times at most', async () => {
  const run = async (failures: number) => {
    let tries = 0;
    await transaction(db, async () => {
      tries += 1;
      if (tries <= failures) throw Object.assign(new Error('again'), { code: '40001' });
    });
    return tries;
  };
  expect(await run(2)).toBe(3);
  await expect(run(3)).rejects.toThrow('again');
});

test('statements of a migration end at a semicolon at a line end, outside a body', () => {
  const text = `-- a note; with a semicolon
create table a (b text default ';');
do $$
begin
  perform 1;
end
$$;

drop table a; -- why
`;
  expect(splitStatements(text)).toEqual([
    "create table a (b text default ';');",
    'do $$\nbegin\n  perform 1;\nend\n$$;',
    'drop table a; -- why',
  ]);
  expect(() => splitStatements('select 1')).toThrow('no semicolon');
});
