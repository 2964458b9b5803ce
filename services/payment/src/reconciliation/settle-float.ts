import { randomUUIDv7 } from 'node:crypto';
import { transaction } from '@app/kit/database.ts';
import type { Mover } from '../deps.ts';
import type { ProviderName } from '../provider.ts';
import { unexplained } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import { readFloat, readInTransit } from '../ledger/read-balances.ts';

/**
 * Books what lies with a provider and is not in the ledger, once somebody knows why: in pesewas, less than nothing where it
 * is missing. Undefined where the provider says nothing, or something is on its way and would be counted twice.
 */
export async function settleFloat(
  { db, providers }: Pick<Mover, 'db' | 'providers'>,
  provider: ProviderName,
): Promise<number | undefined> {
  const theirs = (await providers[provider]?.balance())?.pesewas;
  if (theirs === undefined || (await readInTransit(db, provider)).length > 0) return undefined;
  return transaction(db, async (trx) => {
    const pesewas = theirs - (await readFloat(trx, provider));
    const postings = unexplained({ provider, pesewas });
    if (pesewas !== 0) await post(trx, { kind: 'UNEXPLAINED', subject: randomUUIDv7(), postings });
    return pesewas;
  });
}
