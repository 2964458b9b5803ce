import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareQuery } from './database.ts';
import { type PgliteEngine, openPglite } from './pglite-engine.ts';
import {
  assertStoredValuesOpen,
  createSeal,
  dataKeysSetting,
  hashStoredValues,
  sealColumns,
  sealStoredValues,
} from './sealed-columns.ts';

interface Tables {
  'public.accounts': { id: number; phone_number: string | null; city: string; number_hash?: string | null };
}
const NUMBER = '+233241234567';
const [older, newer] = [randomBytes(32), randomBytes(32)];

let engine: PgliteEngine;
beforeAll(async () => {
  engine = await openPglite();
  await sql`create table public.accounts (id int8 primary key, phone_number text, city text not null, number_hash text)`.execute(
    engine.owner,
  );
});
afterAll(() => engine.close());

const open = (...keys: Buffer[]) => {
  const seal = createSeal(keys);
  const db = engine.connect<Tables>('nobody').withPlugin(sealColumns(seal, { phone_number: 'phoneNumber' }));
  return { seal, db };
};
const read = (db: ReturnType<typeof open>['db']) =>
  db.selectFrom('public.accounts').select(['id', 'phone_number as phoneNumber']).orderBy('id').execute();
const stored = async () => {
  const { rows } = await sql<{ text: string | null }>`
    select phone_number as text from public.accounts order by id`.execute(engine.owner);
  return rows.map(({ text }) => text);
};
const COLUMN = { of: 'public.accounts', key: 'id', column: 'phone_number' };

describe('sealed columns, step by step', { shuffle: false }, () => {
  test('inserts and updates are encrypted, each with its own nonce, and decrypted when read', async () => {
    const { db } = open(older);
    const row = (id: number, phone_number: string | null) => ({ id, phone_number, city: 'Accra' });
    await db
      .insertInto('public.accounts')
      .values([row(1, NUMBER), row(2, NUMBER), row(3, null)])
      .execute();
    await db
      .insertInto('public.accounts')
      .values({ id: 4, city: sql<string>`upper('Kumasi')`, phone_number: '1' })
      .execute();
    await db
      .updateTable('public.accounts')
      .set({ phone_number: NUMBER, city: 'Tamale' })
      .where('id', '=', 4)
      .execute();
    const [first, second, third, fourth] = await stored();
    expect([first, second, fourth].join()).not.toContain('2412');
    expect(first).not.toBe(second);
    expect(third).toBeNull();
    expect((await read(db)).map(({ phoneNumber }) => phoneNumber)).toEqual([NUMBER, NUMBER, null, NUMBER]);
    const whole = await db.selectFrom('public.accounts').selectAll().where('id', '=', 4).executeTakeFirst();
    expect(whole).toEqual({ id: 4, phone_number: NUMBER, city: 'Tamale', number_hash: null });
    const raw = await sql`
    select phone_number as number, 'sealed:typed:by somebody' as typed from public.accounts where id = 4`.execute(
      db,
    );
    expect(raw.rows).toEqual([{ number: NUMBER, typed: 'sealed:typed:by somebody' }]);
  });

  test('statements before another one, and prepared ones, are encrypted too, with the keys of each handle', async () => {
    const insert = prepareQuery(
      (on: ReturnType<typeof open>['db'], given: { id: number; number: string | null }) =>
        on
          .with('added', (before) =>
            before
              .insertInto('public.accounts')
              .values({ id: given.id, city: 'Ho', phone_number: given.number })
              .returning('id'),
          )
          .selectFrom('added')
          .select('id'),
    );
    const change = (on: ReturnType<typeof open>['db'], id: number) =>
      on
        .with('changed', (before) =>
          before
            .updateTable('public.accounts')
            .set({ phone_number: `${NUMBER}9` })
            .where('id', '=', id)
            .returning('id'),
        )
        .selectFrom('changed')
        .select('id')
        .execute();
    const readStoredNumber = async (on: ReturnType<typeof open>['db'], id: number) =>
      (await on.selectFrom('public.accounts').select('phone_number').where('id', '=', id).executeTakeFirst())
        ?.phone_number;
    const [one, other] = [open(older).db, open(newer).db];
    await insert(one, { id: 20, number: NUMBER });
    await insert(other, { id: 21, number: NUMBER });
    await insert(one, { id: 22, number: null });
    await change(one, 22);
    const inserted = await sql<{ number: string }>`
    select phone_number as number from public.accounts where id >= 20 order by id`.execute(engine.owner);
    expect(inserted.rows.every(({ number }) => number.startsWith('sealed:'))).toBe(true);
    expect([
      await readStoredNumber(one, 20),
      await readStoredNumber(other, 21),
      await readStoredNumber(one, 22),
    ]).toEqual([NUMBER, NUMBER, `${NUMBER}9`]);
    await sql`delete from public.accounts where id >= 20`.execute(engine.owner);
  });

  test('values stored without a key or with an older one can be read, and are encrypted with the first', async () => {
    await sql`insert into public.accounts values (5, ${NUMBER}, 'Ho')`.execute(engine.owner);
    const { db, seal } = open(newer, older);
    expect((await read(db)).at(-1)?.phoneNumber).toBe(NUMBER);
    expect(await sealStoredValues(db, seal, COLUMN)).toBe(4);
    expect(await sealStoredValues(db, seal, COLUMN)).toBe(0);
    expect((await read(open(newer).db)).map(({ phoneNumber }) => phoneNumber)).toEqual([
      NUMBER,
      NUMBER,
      null,
      NUMBER,
      NUMBER,
    ]);
  });

  test('encrypted bytes are encrypted again with the first key too, and others stay unchanged', async () => {
    const column = { of: 'public.notes', key: 'id', column: 'body', isBytes: true } as const;
    const [{ db, seal }, sealedByOlder] = [open(newer, older), createSeal([older]).seal('{}')];
    await sql`create table public.notes (id int8 primary key, body bytea not null)`.execute(engine.owner);
    await sql`insert into public.notes values (1, ${Buffer.from(sealedByOlder)}), (2, ${Buffer.from([0, 255])})`.execute(
      engine.owner,
    );
    expect([await sealStoredValues(db, seal, column), await sealStoredValues(db, seal, column)]).toEqual([
      1, 0,
    ]);
    const { rows } = await sql<{ body: Uint8Array }>`select body from public.notes order by id`.execute(
      engine.owner,
    );
    const [first, second] = rows.map(({ body }) => Buffer.from(body));
    expect(createSeal([newer]).open(String(first))).toBe('{}');
    expect(second).toEqual(Buffer.from([0, 255]));
  });

  test('a value that changes while the others are encrypted or hashed again is kept', async () => {
    const [before, after] = [open(older), open(newer, older)];
    const numbers = [NUMBER, '+233209876543'];
    await sql`create table public.changing (like public.accounts)`.execute(engine.owner);
    await sql`
      create function public.change_the_other() returns trigger language plpgsql as $$ begin
        if pg_trigger_depth() = 1 then
          update public.changing set phone_number = ${sql.lit(before.seal.seal('changed'))}, number_hash = null where id <> new.id;
        end if;
        return null;
      end $$`.execute(engine.owner);
    await sql`
      create trigger change after update on public.changing for each row execute function public.change_the_other()`.execute(
      engine.owner,
    );
    const column = { ...COLUMN, of: 'public.changing', hashColumn: 'number_hash' };
    for (const run of [sealStoredValues, hashStoredValues]) {
      await sql`truncate public.changing`.execute(engine.owner);
      for (const [id, number] of numbers.entries())
        await sql`insert into public.changing values (${id}, ${before.seal.seal(number)}, 'Ho', null)`.execute(
          engine.owner,
        );
      await run(after.db, after.seal, column);
      const { rows } = await sql<{ number: string; hash: string | null }>`
        select phone_number as number, number_hash as hash from public.changing order by id`.execute(
        engine.owner,
      );
      expect(rows.map(({ number }) => after.seal.open(number))).toEqual([NUMBER, 'changed']);
      expect(rows[1]?.hash).toBeNull();
    }
  });

  test('a missing key that is still needed is reported at startup; one that is not needed is not', async () => {
    await sql`insert into public.accounts values (6, ${createSeal([older]).seal(NUMBER)}, 'Wa')`.execute(
      engine.owner,
    );
    const starts = (...keys: Buffer[]) =>
      assertStoredValuesOpen(engine.owner, createSeal(keys), { service: 'payment', columns: [COLUMN] });
    await expect(starts(newer)).rejects.toThrow(
      'PAYMENT_DATA_KEYS: lacks the key of values in public.accounts (phone_number); add it at the end',
    );
    await starts(newer, older);
    const { db, seal } = open(newer, older);
    await sealStoredValues(db, seal, COLUMN);
    await starts(newer);
  });

  test('without its key nothing can be decrypted, nor anything that was changed', async () => {
    await expect(read(open(older).db)).rejects.toThrow('No data key');
    const { seal } = open(newer);
    const sealed = seal.seal(NUMBER);
    const other = sealed.endsWith('AA') ? 'BB' : 'AA';
    expect(() => seal.open(`${sealed.slice(0, -2)}${other}`)).toThrow();
  });

  test('keys have 32 bytes each, and at least one is required', () => {
    expect(() => createSeal([])).toThrow('There is no key');
    const key = newer.toString('base64url');
    expect(dataKeysSetting.parse(`${key}, ${older.toString('base64url')}`)).toEqual([newer, older]);
    for (const wrong of ['', 'short', `${key},`, `${key}A`])
      expect(dataKeysSetting.safeParse(wrong).success).toBe(false);
    expect(JSON.stringify(dataKeysSetting.safeParse('a secret that is wrong').error)).not.toContain(
      'a secret',
    );
  });

  test('equal values have equal hashes, which reveal nothing without the key; a new key hashes existing values again', async () => {
    const [before, after] = [open(older), open(newer, older)];
    expect(before.seal.keyedHash(NUMBER)).toBe(createSeal([older]).keyedHash(NUMBER));
    expect(before.seal.keyedHash(NUMBER)).not.toBe(before.seal.keyedHash(`${NUMBER}8`));
    const hashes = async () => {
      const { rows } = await sql<{ hash: string | null }>`
      select number_hash as hash from public.accounts order by id`.execute(engine.owner);
      return rows.map(({ hash }) => hash);
    };
    await sql`delete from public.accounts`.execute(engine.owner);
    const city = 'Accra';
    await before.db
      .insertInto('public.accounts')
      .values([
        { id: 1, phone_number: NUMBER, city },
        { id: 2, phone_number: NUMBER, city },
        { id: 3, phone_number: '+233209876543', city },
        { id: 4, phone_number: null, city },
      ])
      .execute();
    const column = { ...COLUMN, hashColumn: 'number_hash' };
    expect(await hashStoredValues(before.db, before.seal, column)).toBe(3);
    const [one, same, other, none] = await hashes();
    expect([one === same, one === other, none]).toEqual([true, false, null]);
    expect(one).toBe(before.seal.keyedHash(NUMBER));
    expect(one).not.toContain('2412');
    expect(await hashStoredValues(before.db, before.seal, column)).toBe(0);

    expect(await hashStoredValues(after.db, after.seal, column)).toBe(3);
    expect((await hashes()).slice(0, 2)).toEqual([
      after.seal.keyedHash(NUMBER),
      after.seal.keyedHash(NUMBER),
    ]);
    expect(after.seal.keyedHash(NUMBER)).not.toBe(one);

    const last = (text: string) => text.slice(-1);
    const newest = open(randomBytes(32), newer, older);
    expect(await hashStoredValues(newest.db, newest.seal, { ...column, asHashed: last })).toBe(3);
    expect((await hashes())[0]).toBe(newest.seal.keyedHash(last(NUMBER)));
  });

  test('a missing key of hashes without an original is reported at startup, whatever other keys hash', async () => {
    await sql`delete from public.accounts`.execute(engine.owner);
    const starts = (...keys: Buffer[]) =>
      assertStoredValuesOpen(engine.owner, createSeal(keys), {
        service: 'identity',
        columns: [],
        hashes: [{ of: 'public.accounts', column: 'number_hash' }],
      });
    const hashed = createSeal([older]).keyedHash(NUMBER);
    await sql`insert into public.accounts (id, city, number_hash) values (1, 'Wa', ${hashed})`.execute(
      engine.owner,
    );
    await expect(starts(newer)).rejects.toThrow(
      'IDENTITY_DATA_KEYS: lacks the key of hashes in public.accounts (number_hash)',
    );
    await starts(newer, older);
  });
});
