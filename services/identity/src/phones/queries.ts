import { type Kysely, sql } from 'kysely';
import { CODE_LENGTH, CODE_MINUTES, MOST_CODE_TRIES } from '@app/contracts/identity/phones.ts';
import type { CodePurpose, IdentityTables } from '../schema.ts';

type Db = Kysely<IdentityTables>;

/** Minutes to wait between the codes of a day. After the last wait, only one more code is sent. */
const WAITS_IN_MINUTES = [1, 2, 10, 60];
const MOST_SENDS = WAITS_IN_MINUTES.length + 1;
const MOST_WRONG_TRIES = 10;
/**
 * With a longer code, more tries are allowed at the same chance to guess it. With more tries, it is harder to
 * lock the owner out.
 */
const triesFor = (digits: number, most: number) => most * 10 ** (digits - CODE_LENGTH);

const isNewDay = sql<boolean>`phone_codes.counted_from <= clock_timestamp() - interval '1 day'`;
const codeExpiry = sql<Date>`clock_timestamp() + make_interval(mins => ${CODE_MINUTES}::int)`;
const waitMinutes = sql`array[${sql.join(WAITS_IN_MINUTES.map((minutes) => sql.lit(minutes)))}, ${sql.lit(WAITS_IN_MINUTES.at(-1))}]`;
const waitAfter = (sends: ReturnType<typeof sql<number>>) =>
  sql<Date>`clock_timestamp() + make_interval(mins => (${waitMinutes})[${sends}])`;
const isDayUsedUp = (digits: number) =>
  sql<boolean>`phone_codes.sends >= ${sql.lit(MOST_SENDS)} or phone_codes.wrong_tries >= ${sql.lit(triesFor(digits, MOST_WRONG_TRIES))}`;
const secondsToNext = (digits: number) => sql<number>`ceil(extract(epoch from greatest(phone_codes.next_at,
  case when ${isDayUsedUp(digits)} then phone_codes.counted_from + interval '1 day' end) - clock_timestamp()))::int`;

export interface AskedCode {
  numberHash: string;
  number: string;
  codeId: string;
  purpose: CodePurpose;
  userId: string | null;
  flowHash: Buffer;
  digits: number;
  isReserved: boolean;
}

/**
 * Stores a new code and returns the seconds until the next one. If it is too early, stores nothing and
 * returns undefined. One statement does both, so only one of two concurrent requests gets a code.
 */
export async function replaceCode(
  db: Db,
  { numberHash, number, codeId, purpose, userId, flowHash, digits, isReserved }: AskedCode,
): Promise<number | undefined> {
  const sends = sql<number>`case when ${isNewDay} then 1 else phone_codes.sends + 1 end`;
  const row = await db
    .insertInto('identity.phone_codes')
    .values({
      number_hash: numberHash,
      coded_number: number,
      code_id: codeId,
      purpose,
      user_id: userId,
      flow_hash: flowHash,
      is_reserved: isReserved,
      code_hash: null,
      expires_at: codeExpiry,
      next_at: waitAfter(sql`1`),
    })
    .onConflict((conflict) =>
      conflict
        .column('number_hash')
        .doUpdateSet((of) => ({
          coded_number: of.ref('excluded.coded_number'),
          code_id: of.ref('excluded.code_id'),
          purpose: of.ref('excluded.purpose'),
          user_id: of.ref('excluded.user_id'),
          flow_hash: of.ref('excluded.flow_hash'),
          is_reserved: of.ref('excluded.is_reserved'),
          code_hash: null,
          expires_at: of.ref('excluded.expires_at'),
          tries: 0,
          counted_from: sql`case when ${isNewDay} then clock_timestamp() else phone_codes.counted_from end`,
          sends,
          wrong_tries: sql`case when ${isNewDay} then 0 else phone_codes.wrong_tries end`,
          next_at: waitAfter(sends),
        }))
        .where(
          sql<boolean>`phone_codes.next_at <= clock_timestamp() and (${isNewDay} or not (${isDayUsedUp(digits)}))`,
        ),
    )
    .returning(secondsToNext(digits).as('seconds'))
    .executeTakeFirst();
  return row?.seconds;
}

export async function findSecondsToNext(
  db: Db,
  { numberHash, digits }: Pick<AskedCode, 'numberHash' | 'digits'>,
): Promise<number> {
  const row = await db
    .selectFrom('identity.phone_codes')
    .select(secondsToNext(digits).as('seconds'))
    .where('number_hash', '=', numberHash)
    .executeTakeFirst();
  return Math.max(1, row?.seconds ?? 1);
}

/**
 * Returns undefined if the code has expired. Attempts make a code live longer, so the age of the request is
 * limited too.
 */
export async function storeCode(
  db: Db,
  { codeId, codeHash, askedAt }: { codeId: string; codeHash: string; askedAt: string | undefined },
): Promise<string | undefined> {
  const row = await db
    .updateTable('identity.phone_codes')
    .set({ code_hash: codeHash, expires_at: codeExpiry })
    .where('code_id', '=', codeId)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .where(
      sql<boolean>`${askedAt}::timestamptz > clock_timestamp() - make_interval(mins => ${CODE_MINUTES}::int)`,
    )
    .returning('coded_number as number')
    .executeTakeFirst();
  return row?.number;
}

export async function hasLiveCode(
  db: Db,
  numberHashes: readonly string[],
  flowHash: Buffer,
): Promise<boolean> {
  const row = await db
    .selectFrom('identity.phone_codes')
    .select('code_id')
    .where('number_hash', '=', sql<string>`any(${numberHashes}::text[])`)
    .where('flow_hash', '=', flowHash)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return row !== undefined;
}

export interface TriedCode {
  numberHashes: readonly string[];
  purpose: CodePurpose;
  userId: string | null;
  flowHashes: readonly Buffer[];
  digits: number;
}

/** The row stays locked until the transaction ends. */
export async function countCodeTry(
  db: Db,
  { numberHashes, purpose, userId, flowHashes, digits }: TriedCode,
): Promise<{ codeId: string; codeHash: string | null; isReserved: boolean } | undefined> {
  return db
    .updateTable('identity.phone_codes')
    .set((of) => ({ tries: of('tries', '+', 1), wrong_tries: of('wrong_tries', '+', 1) }))
    .where('number_hash', '=', sql<string>`any(${numberHashes}::text[])`)
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', userId)
    .where('flow_hash', 'in', [...flowHashes])
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .where('tries', '<', triesFor(digits, MOST_CODE_TRIES))
    .where('wrong_tries', '<', triesFor(digits, MOST_WRONG_TRIES))
    .returning(['code_id as codeId', 'code_hash as codeHash', 'is_reserved as isReserved'])
    .executeTakeFirst();
}

/**
 * The code was right, so the try that was counted before does not count. After a used code, the next request
 * need not wait.
 */
export async function uncountRightTry(
  db: Db,
  { codeId, isUsedUp }: { codeId: string; isUsedUp: boolean },
): Promise<void> {
  await db
    .updateTable('identity.phone_codes')
    .set((of) => ({
      tries: of('tries', '-', 1),
      wrong_tries: of('wrong_tries', '-', 1),
      ...(isUsedUp && {
        code_hash: null,
        expires_at: sql<Date>`clock_timestamp()`,
        next_at: sql<Date>`clock_timestamp()`,
      }),
    }))
    .where('code_id', '=', codeId)
    .execute();
}
