import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { IdentityTables } from '../../schema.ts';

type Db = Kysely<IdentityTables>;

export interface TryRules {
  /** Tries in a row that cost no wait. */
  freeTries: number;
  /** After so many in a row no password is taken until a new one is set by letter. */
  mostTries: number;
  firstWaitInSeconds: number;
  longestWaitInSeconds: number;
}

const triesKey = (counted: string) => createHash('sha256').update(counted).digest();

export type TriesKey = ReturnType<typeof triesKey>;

/** What tries are counted by: an address on a device that has signed it in before, if it is one, and then the address. */
export const triesKeys = (email: string, device?: string): TriesKey[] => [
  ...(device === undefined ? [] : [triesKey(`${email} ${device}`)]),
  triesKey(email),
];

/**
 * Counts a try of a password before it is checked, and returns how many there were in a row; undefined while the next one has to wait or
 * is locked. The backoff doubles with each try beyond the free ones. The SQL condition decides
 * races: each try that is let through makes the next one wait.
 */
export async function countTry(db: Db, key: TriesKey, rules: TryRules): Promise<number | undefined> {
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
  return rows[0]?.tries;
}

/** Takes back a try that came to nothing, and the wait that it caused. */
export async function takeBackTry(db: Db, key: TriesKey): Promise<void> {
  await db
    .updateTable('identity.password_tries')
    .set({ tries: sql<number>`tries - 1`, wait_until: sql<Date>`clock_timestamp()` })
    .where('email_hash', '=', key)
    .where('tries', '>', 0)
    .execute();
}

/** How many tries there were, and how long the wait still is. */
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

/** The right password, or a new one set by letter: counting starts again. */
export async function forgetTries(db: Db, ...keys: TriesKey[]): Promise<void> {
  await db.deleteFrom('identity.password_tries').where('email_hash', 'in', keys).execute();
}
