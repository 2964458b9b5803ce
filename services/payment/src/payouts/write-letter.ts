import type { PaymentLetterKind, ProjectLetter } from '@app/contracts/letters.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { toCedis } from '../providers/amount.ts';
import type { Db } from '../schema.ts';

const STATE_OF = { PAYMENT_MADE: 'SUCCEEDED', PAYMENT_NEEDS_ACCOUNT: 'ACTION_NEEDED' } as const;

/** What a letter says of a payment now; undefined where it is so no more. `about` begins with the payment. */
export async function writeLetter(
  db: Db,
  { userId, kind, about }: { userId: string; kind: PaymentLetterKind; about: string },
): Promise<ProjectLetter | undefined> {
  const row = await db
    .selectFrom('payment.payouts')
    .select(['pesewas', 'why', 'wallet_hint as account', 'provider_id as number'])
    .where((eb) => eb(eb.cast<string>('payout_id', 'text'), '=', about.split(':')[0] ?? ''))
    .where('person_id', '=', userId)
    .where('state', '=', STATE_OF[kind])
    .executeTakeFirst();
  if (!row) return undefined;
  const { pesewas, why, account, number } = row;
  const amount = `GH₵ ${toCedis(pesewas).replaceAll(/\B(?=(?:\d{3})+\.)/g, ',')}`;
  return {
    params: { amount, why: why ?? '', account: account ?? '', number: number ?? '' },
    path: paths.accounts,
    event: null,
  };
}
