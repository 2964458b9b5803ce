import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { readPaymentAccount } from '@app/contracts/identity/people.ts';
import type { Payment } from '@app/contracts/identity/profile.ts';
import type { Kysely } from 'kysely';
import type { IdentityTables } from '../schema.ts';

/** Where a participant's money goes, whole: for the service that sends it alone. */
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
    ])
    .where('user_id', '=', userId)
    .$narrowType<{ network: Payment['provider'] }>()
    .executeTakeFirst();
  return row && { ...row, changedAt: row.changedAt?.toISOString() ?? null };
}
