import type { Transaction } from 'kysely';
import { transaction } from '@app/kit/database.ts';
import type { Act } from '../accounts/suspend-person.ts';
import { queueBarred } from '../accounts/tell-barred.ts';
import { noteEvent } from '../audit/note-event.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import { holdPerson, voidLinks } from '../links/use-link.ts';
import type { IdentityTables } from '../schema.ts';
import { COMPANY_ACCEPTED, COMPANY_DECLINED } from './letters.ts';
import { decideOnCompany } from './queries.ts';
import { queueNews } from './tell-news.ts';

interface Decision {
  userId: string;
  status: 'VERIFIED' | 'DECLINED';
  reason: string | null;
  /** For the audit, where it is known who decides. */
  about?: string;
}

/**
 * Decides on a company that waits, and tells its researcher. Undefined where it does not wait: of several decisions the
 * database takes the first. Otherwise gives the company's name.
 */
export async function recordDecision(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  { userId, status, reason, about }: Decision,
): Promise<string | undefined> {
  const companyName = await decideOnCompany(trx, userId, status, reason);
  if (companyName === undefined) return undefined;
  const event = status === 'VERIFIED' ? 'COMPANY_ACCEPTED' : 'COMPANY_DECLINED';
  // Links of this email and of earlier ones would decide on what is sent again later.
  await voidLinks(trx, userId, 'DECIDE_COMPANY');
  await noteEvent(trx, event, { userId, ...(about === undefined ? {} : { about }) });
  await queueLetter(deps, trx, status === 'VERIFIED' ? COMPANY_ACCEPTED : COMPANY_DECLINED, { userId });
  await queueNews(deps, trx, { userId, key: crypto.randomUUID(), event });
  // A researcher who was held since a revocation acts again.
  await queueBarred(deps, trx, userId);
  return companyName;
}

/** Accepts a company by an admin's command. False where it does not wait for a decision. */
export const acceptCompany = (
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by }: Omit<Act, 'reason'>,
): Promise<boolean> => decide(deps, { userId, status: 'VERIFIED', reason: null, about: by });

/** Declines a company by an admin's command. False where it does not wait for a decision. */
export const declineCompany = (
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by, reason }: Act,
): Promise<boolean> => decide(deps, { userId, status: 'DECLINED', reason, about: `${by}: ${reason}` });

const decide = (deps: Pick<Deps, 'db' | 'jobs'>, decision: Decision): Promise<boolean> =>
  transaction(deps.db, async (trx) => {
    await holdPerson(trx, decision.userId);
    return (await recordDecision(deps, trx, decision)) !== undefined;
  });
