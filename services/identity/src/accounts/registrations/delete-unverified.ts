import { type Kysely, sql } from 'kysely';
import { RETENTION } from '@app/contracts/retention.ts';
import { ago, deleteSome } from '@app/kit/sweep.ts';
import type { IdentityTables } from '../../schema.ts';

const old = ago(RETENTION.unverifiedSignUps);

/** What was filled in to sign up and never verified; its link is over since long. */
export function deleteOldRegistrations(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const where = sql`registered_at < ${old}`;
  return deleteSome(db, most, { table: 'identity.registrations', key: 'registration_id', where });
}

/**
 * Those who signed up and never verified their address, unless they tried again since. Skips people who follow their
 * link at this moment.
 */
export async function deleteUnverified(db: Kysely<IdentityTables>, most: number): Promise<number> {
  const { numDeletedRows } = await db
    .with('old', (cte) =>
      cte
        .selectFrom('identity.people as person')
        .select('person.user_id')
        .where('person.email_verified_at', 'is', null)
        .where('person.created_at', '<', old)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('identity.registrations as registration')
                .select('registration.registration_id')
                .whereRef('registration.user_id', '=', 'person.user_id'),
            ),
          ),
        )
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .deleteFrom('identity.people')
    .where('user_id', 'in', (eb) => eb.selectFrom('old').select('old.user_id'))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
