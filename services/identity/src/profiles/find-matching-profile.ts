import { type Kysely, sql } from 'kysely';
import { DEVICE_REQUIREMENTS } from '@app/contracts/enumerations.ts';
import { decodeBits } from '@app/kit/bits.ts';
import type { IdentityTables } from '../schema.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { readPaymentAccount } from '@app/contracts/identity/people.ts';
import type { Payment } from '@app/contracts/identity/profiles.ts';

const columns = [
  'date_of_birth as dateOfBirth',
  'gender',
  'education',
  'annual_household_income as annualHouseholdIncome',
  'device_bits as deviceBits',
] as const;

const withDevices = <Row extends { deviceBits: number }>({ deviceBits, ...profile }: Row) => ({
  ...profile,
  devices: decodeBits(DEVICE_REQUIREMENTS, deviceBits),
});

/** The database computes the device bits (section 3) from the chosen devices. */
export async function findMatchingProfile(db: Kysely<IdentityTables>, userId: string) {
  const row = await db
    .selectFrom('identity.participant_profiles')
    .select([
      ...columns,
      sql<number[]>`coalesce(further_bits, identity.further_bits_of(participant_profiles))`.as('furtherBits'),
      'matching_withdrawn_at as withdrawnAt',
      'submitted_at as setUpAt',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { withdrawnAt, setUpAt, ...profile } = row;
  if (withdrawnAt) return 'MATCHING_WITHDRAWN';
  const former = await db
    .selectFrom('identity.profile_history')
    .select([...columns, 'further_bits as furtherBits', 'until'])
    .where('user_id', '=', userId)
    .orderBy('until')
    .execute();
  return {
    ...withDevices(profile),
    setUpAt: setUpAt.toISOString(),
    former: former.map(({ until, ...before }) => ({ ...withDevices(before), until: until.toISOString() })),
  };
}

/** Only the payment service may read the account, because it sends the money. */
export async function findPaymentAccount(
  db: Kysely<IdentityTables>,
  userId: string,
): Promise<ReplyOf<typeof readPaymentAccount> | undefined> {
  const row = await db
    .selectFrom('identity.participant_profiles')
    .select([
      'payment_provider as network',
      'payment_phone_number as phoneNumber',
      'payment_account_name as accountName',
      'payment_changed_at as changedAt',
      'submitted_at as setUpAt',
    ])
    .where('user_id', '=', userId)
    .$narrowType<{ network: Payment['provider'] }>()
    .executeTakeFirst();
  return (
    row && {
      ...row,
      changedAt: row.changedAt?.toISOString() ?? null,
      setUpAt: row.setUpAt.toISOString(),
    }
  );
}
