import { moneyCommandWords as words } from '@app/words/payments.ts';
import { noteEvent } from '../audit/note-event.ts';
import { PROVIDERS } from '../ledger/accounts.ts';
import { readTrialBalance } from '../ledger/read-balances.ts';
import { pauseProvider, resumeProvider } from '../payouts/pauses.ts';
import type { Db } from '../schema.ts';
import { findWaiting } from './queries.ts';

/** What an operator may see and do: no page does it, so no page can be attacked. Gives what to print. */
export async function runCommand(db: Db, [command = '', name = '']: readonly string[]): Promise<string> {
  if (command === 'review') return linesOf(await findWaiting(db));
  if (command === 'balance') return linesOf(await readTrialBalance(db));
  const provider = PROVIDERS.find((one) => one === name);
  if (provider && command === 'pause') {
    await pauseProvider(db, provider, 'OPERATOR');
    await noteEvent(db, 'PROVIDER_PAUSED', { about: provider });
    return words.paused(provider);
  }
  if (provider && command === 'resume') {
    await resumeProvider(db, provider);
    await noteEvent(db, 'PROVIDER_RESUMED', { about: provider });
    return words.resumed(provider);
  }
  return words.usage;
}

const linesOf = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
