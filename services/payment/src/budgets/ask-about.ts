import type { Deps } from '../deps.ts';
import { advanceFunding } from './prompt-funding.ts';

/** Asks the provider about a prompt because somebody has said something of it. False where there is none. */
export async function askAboutFunding(deps: Deps, reference: string): Promise<boolean> {
  const row = await deps.db
    .selectFrom('payment.fundings')
    .select(['funding_id as fundingId', 'state'])
    .where('reference', '=', reference)
    .executeTakeFirst();
  // Nobody has been asked yet, so whatever it says is of nothing.
  if (row && row.state !== 'CREATED') await advanceFunding(deps, row);
  return row !== undefined;
}
