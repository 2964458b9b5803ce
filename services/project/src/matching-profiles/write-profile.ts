import { sql } from 'kysely';
import { anyOfIds } from '@app/kit/database.ts';
import type { Db, StoredProfile, ProfileWithHistory } from '../schema.ts';

const toProfileColumns = (profile: StoredProfile) => ({
  birth_date: profile.birthDate,
  gender_bit: profile.genderBit,
  education_bit: profile.educationBit,
  income_bit: profile.incomeBit,
  device_bits: profile.deviceBits,
  further_bits: profile.furtherBits,
});

export async function insertProfiles(
  db: Db,
  people: readonly (StoredProfile & { userId: string })[],
): Promise<void> {
  await db
    .insertInto('project.matching_profiles')
    .values(people.map(({ userId, ...profile }) => ({ user_id: userId, ...toProfileColumns(profile) })))
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

export async function upsertProfile(
  db: Db,
  userId: string,
  { former, setUpAt, ...profile }: ProfileWithHistory,
): Promise<void> {
  // A node of the previous version does not send the time of the set-up, which never changes.
  const columns = {
    ...toProfileColumns(profile),
    former: JSON.stringify(former),
    ...(setUpAt ? { set_up_at: setUpAt } : {}),
  };
  const tableColumns = (table: string) =>
    sql.join(Object.keys(columns).map((column) => sql.ref(`${table}.${column}`)));
  await db
    .insertInto('project.matching_profiles')
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet(columns)
        .where(
          sql<boolean>`(${tableColumns('matching_profiles')}) is distinct from (${tableColumns('excluded')})`,
        ),
    )
    .execute();
}

export async function deleteProfile(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('project.matching_profiles').where('user_id', '=', userId).execute();
}

/**
 * A study becomes visible only when its transaction commits, some time after its time of publishing. So each
 * look starts before the end of the last one.
 */
const OVERLAP = sql.lit('1 minute');

/** People whose row is locked are skipped. */
export async function advanceOpeningsNotifiedUntil(
  trx: Db,
  userIds: readonly string[],
  checkedAt: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`
    update project.matching_profiles set openings_notified_until = greatest(openings_notified_until, ${checkedAt}::timestamptz - interval ${OVERLAP})
    where user_id in (
      select user_id from project.matching_profiles where user_id = ${anyOfIds(userIds)} for no key update skip locked)`.execute(
    trx,
  );
}
