import type { Transaction } from 'kysely';
import { writePromised } from '../budgets/queries.ts';
import { costOfPlace } from '../budgets/quote.ts';
import { promised } from '../ledger/events.ts';
import { post } from '../ledger/post.ts';
import type { PaymentTables } from '../schema.ts';
import type { Terms } from './queries.ts';
import { countUsedPlaces } from './queries.ts';

/**
 * Whoever is owed beyond the places that are promised is owed all the same, so another place is promised to them out of what is
 * free, as if it had been added. The budget is held; where too little is free the books end the transaction (isShort).
 */
export async function promiseUsed(
  trx: Transaction<PaymentTables>,
  studyId: string,
  terms: Terms,
): Promise<void> {
  const used = await countUsedPlaces(trx, studyId);
  if (used <= terms.promisedPlaces) return;
  const pesewas = (used - terms.promisedPlaces) * costOfPlace(terms);
  await post(trx, {
    kind: 'PROMISED',
    subject: `${studyId} ${used}`,
    postings: promised({ studyId, pesewas }),
  });
  await writePromised(trx, studyId, used);
}
