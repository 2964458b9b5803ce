import { transaction } from '@app/kit/database.ts';
import type { Act } from '../accounts/suspend-person.ts';
import { queueBarred } from '../accounts/tell-barred.ts';
import { noteEvent } from '../audit/note-event.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { holdPerson, voidLinks } from '../links/use-link.ts';
import { COMPANY_ACCEPTED, COMPANY_REVOKED } from './letters.ts';
import { restoreVerified, revokeVerified, unblockExports } from './queries.ts';
import { queueNews } from './tell-news.ts';

/**
 * Takes a verification back: the company is DECLINED with the reason, so its researcher neither publishes nor reopens,
 * saves no files (allowExports), and may send its information again. A job pauses what is open. False where it is not VERIFIED.
 */
export async function revokeCompany(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by, reason }: Act,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await revokeVerified(trx, userId, reason))) return false;
    await noteEvent(trx, 'COMPANY_REVOKED', { userId, about: `${by}: ${reason}` });
    await queueLetter(deps, trx, COMPANY_REVOKED, { userId });
    await queueNews(deps, trx, { userId, key: crypto.randomUUID(), event: 'COMPANY_REVOKED' });
    await queueBarred(deps, trx, userId);
    return true;
  });
}

/** VERIFIED again, also where it was sent again meanwhile; studies stay paused until their researcher reopens them. */
export async function restoreCompany(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by }: Omit<Act, 'reason'>,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    await holdPerson(trx, userId);
    if (!(await restoreVerified(trx, userId))) return false;
    await voidLinks(trx, userId, 'DECIDE_COMPANY');
    await noteEvent(trx, 'COMPANY_RESTORED', { userId, about: by });
    await queueLetter(deps, trx, COMPANY_ACCEPTED, { userId });
    await queueNews(deps, trx, { userId, key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' });
    await queueBarred(deps, trx, userId);
    return true;
  });
}

/** Lets the researcher of a revoked company save files again; they stay revoked. */
export async function allowExports(
  deps: Pick<Deps, 'db'>,
  { userId, by }: Omit<Act, 'reason'>,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await unblockExports(trx, userId))) return false;
    await noteEvent(trx, 'EXPORTS_ALLOWED', { userId, about: by });
    return true;
  });
}
