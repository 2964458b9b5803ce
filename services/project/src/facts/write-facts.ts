import { sql } from 'kysely';
import { anyOfIds } from '@app/kit/database.ts';
import type { Db, Facts, KnownFacts } from '../schema.ts';

const toProfileColumns = (facts: Facts) => ({
  birth_date: facts.birthDate,
  gender_bit: facts.genderBit,
  education_bit: facts.educationBit,
  income_bit: facts.incomeBit,
  device_bits: facts.deviceBits,
  further_bits: facts.furtherBits,
});

export async function insertFacts(db: Db, people: readonly (Facts & { userId: string })[]): Promise<void> {
  await db
    .insertInto('project.participants')
    .values(people.map(({ userId, ...facts }) => ({ user_id: userId, ...toProfileColumns(facts) })))
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/**
 * An unchanged profile must not be written: the database takes such a write for one by a node of the previous
 * version.
 */
export async function upsertFacts(
  db: Db,
  userId: string,
  { former, setUpAt, ...facts }: KnownFacts,
): Promise<void> {
  // A node of the previous version omits the set-up time, which never changes.
  const columns = {
    ...toProfileColumns(facts),
    former: JSON.stringify(former),
    ...(setUpAt ? { set_up_at: setUpAt } : {}),
  };
  const tableColumns = (table: string) =>
    sql.join(Object.keys(columns).map((column) => sql.ref(`${table}.${column}`)));
  await db
    .insertInto('project.participants')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(columns)
        .where(
          sql<boolean>`(${tableColumns('participants')}) is distinct from (${tableColumns('excluded')})`,
        ),
    )
    .execute();
}

export async function deleteFacts(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('project.participants').where('user_id', '=', userId).execute();
}

/** A study published just now becomes visible only when its transaction commits. */
const OVERLAP = sql.lit('1 minute');

/** Records that these people know of all studies that had opened by then. Skips people whose row is locked. */
export async function moveNewsSince(trx: Db, userIds: readonly string[], lookedAt: Date): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    update project.participants set news_since = greatest(news_since, ${lookedAt}::timestamptz - interval ${OVERLAP})
    where user_id in (
      select user_id from project.participants where user_id = ${anyOfIds(userIds)} for no key update skip locked)`.execute(
    trx,
  );
}
