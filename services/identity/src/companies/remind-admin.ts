import { transaction } from '@app/kit/database.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { COMPANY_SUBMITTED } from './letters.ts';
import { findCompaniesWithoutLink } from './queries.ts';

export const REMINDERS: Queue<NoData> = {
  name: 'company-reminders',
  cron: '41 7 * * *',
  isDebounced: true,
};

/** Companies without a link that could decide on them get a new letter: every link has expired, or none arrived. */
export async function remindAdmin(deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (const userId of await findCompaniesWithoutLink(deps.db)) {
    await transaction(deps.db, (trx) => queueLetter(deps, trx, COMPANY_SUBMITTED, { userId }));
  }
}
