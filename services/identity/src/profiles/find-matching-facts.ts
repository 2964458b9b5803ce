import type { Kysely } from 'kysely';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import { valuesOf } from '@app/kit/bits.ts';
import type { IdentityTables } from '../schema.ts';

/**
 * What studies are matched by, unless the consent to it is taken back; the database derives the bits of the devices
 * (section 3) from the profile.
 */
export async function findMatchingFacts(db: Kysely<IdentityTables>, userId: string) {
  const row = await db
    .selectFrom('identity.participant_profiles')
    .select([
      'date_of_birth as dateOfBirth',
      'gender',
      'education',
      'annual_household_income as annualHouseholdIncome',
      'device_bits as deviceBits',
      'matching_withdrawn_at as withdrawnAt',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { deviceBits, withdrawnAt, ...facts } = row;
  if (withdrawnAt) return 'MATCHING_WITHDRAWN';
  return { ...facts, devices: valuesOf(DEVICE_REQUIREMENTS, deviceBits) };
}
