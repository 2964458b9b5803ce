import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../../schema.ts';

type Db = Kysely<IdentityTables>;

export interface TryRules {
  freeTries: number;
  /** After this many tries in a row the account is locked, and only a reset by email unlocks it. */
  mostTries: number;
  firstWaitInSeconds: number;
  longestWaitInSeconds: number;
}

const triesKey = (counted: string) => createHash('sha256').update(counted).digest();

export type TriesKey = ReturnType<typeof triesKey>;

export const triesKeys = (email: string, device?: string): TriesKey[] => [
  ...(device === undefined ? [] : [triesKey(`${email} ${device}`)]),
  triesKey(email),
];

/**
 * Counts this try, unless the person must still wait. After the free tries, each wait is twice as long. One
 * statement checks and counts, so concurrent tries cannot exceed the limit.
 */
export async function countPasswordTry(
  db: Db,
  key: TriesKey,
  rules: TryRules,
): Promise<{ mustWait: false; tries: number } | { mustWait: true }> {
  const { freeTries, mostTries, firstWaitInSeconds, longestWaitInSeconds } = rules;
  const wait = sql<Date>`clock_timestamp() + make_interval(secs => case
    when known.tries < ${freeTries}::int then 0
    else least(${longestWaitInSeconds}::float8,
      ${firstWaitInSeconds}::float8 * power(2, least(known.tries - ${freeTries}::int, 20))) end)`;
  const { rows } = await sql<{ tries: number }>`
    insert into identity.password_tries as known (email_hash, tries, wait_until, last_at)
    values (${key}, 1, clock_timestamp(), clock_timestamp())
    on conflict (email_hash) do update
      set tries = known.tries + 1, wait_until = ${wait}, last_at = clock_timestamp()
      where known.wait_until <= clock_timestamp() and known.tries < ${mostTries}::int
    returning tries
  `.execute(db);
  const [counted] = rows;
  return counted ? { mustWait: false, tries: counted.tries } : { mustWait: true };
}

export async function uncountTry(db: Db, key: TriesKey): Promise<void> {
  await db
    .updateTable('identity.password_tries')
    .set({ tries: sql<number>`tries - 1`, wait_until: sql<Date>`clock_timestamp()` })
    .where('email_hash', '=', key)
    .where('tries', '>', 0)
    .execute();
}

export async function findTries(
  db: Db,
  key: TriesKey,
): Promise<{ tries: number; secondsLeft: number } | undefined> {
  return db
    .selectFrom('identity.password_tries')
    .select([
      'tries',
      sql<number>`greatest(0, ceil(extract(epoch from wait_until - clock_timestamp())))::int`.as(
        'secondsLeft',
      ),
    ])
    .where('email_hash', '=', key)
    .executeTakeFirst();
}

/** Returns false if the address is not locked. */
export async function deleteLockedTries(db: Db, email: string, mostTries: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity.password_tries')
    .where('email_hash', 'in', triesKeys(email))
    .where('tries', '>=', mostTries)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deletePasswordTries(db: Db, ...keys: TriesKey[]): Promise<void> {
  await db.deleteFrom('identity.password_tries').where('email_hash', 'in', keys).execute();
}
