import type { Deps } from '../deps.ts';
import { askAboutRefund } from '../payouts/ask-about.ts';
import { advanceFunding } from './prompt-funding.ts';

/** Asks the provider about what was paid in, and what went back of it, because somebody has said something. False where there is none. */
export async function askAboutFunding(deps: Deps, reference: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('payment.fundings')
    .select(['funding_id as fundingId', 'state'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  // Nobody has been asked yet, so whatever it says is of nothing.
  if (row && row.state !== 'CREATED') await advanceFunding(deps, row);
  if (row?.state === 'SUCCEEDED') await askAboutRefund(deps, row.fundingId);
  return row !== undefined;
}
