import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { readOwnSums } from '@app/contracts/payment/people.ts';
import type { Deps } from '../deps.ts';
import { readPaymentAccount } from '../peers/ask-identity.ts';
import { isPaidTo, sumPayouts } from './queries.ts';

/** The sums of a participant in pesewas. A number that has been paid before is not asked about again. */
export async function readSums(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  personId: string,
): Promise<ReplyOf<typeof readOwnSums>> {
  const sums = await sumPayouts(db, personId);
  if (!sums.asksAboutNumber) return sums;
  const account = await readPaymentAccount(callIdentity, personId);
  const asksAboutNumber =
    account !== undefined && !(await isPaidTo(db, personId, account.wallet.phoneNumber));
  return { ...sums, asksAboutNumber };
}
