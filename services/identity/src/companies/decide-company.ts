import type { Transaction } from 'kysely';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { tellPerson } from '@app/contracts/project/notifications.ts';
import type { Queue, NoData } from '@app/kit/jobs.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { type Act, queueBarred } from '../accounts/suspend-person.ts';
import { noteEvent } from '../audit/note-event.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import { holdPerson, voidLinks } from '../links/use-link.ts';
import { COMPANY_ACCEPTED, COMPANY_DECLINED, COMPANY_REVOKED, COMPANY_SUBMITTED } from './letters.ts';
import {
  decideOnCompany,
  restoreVerified,
  revokeVerified,
  unblockExports,
  findCompaniesWithoutLink,
} from './queries.ts';

/** Something that happened here and belongs among a person's notifications, which the project service keeps. */
interface News {
  userId: string;
  /** The same at every try (idempotency key): it arrives once. */
  key: string;
  event: BodyOf<typeof tellPerson>['event'];
}

export const NEWS: Queue<News> = { name: 'news' };

async function queueNews(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  news: News,
): Promise<void> {
  await jobs.send(trx, NEWS, news);
}

export async function tellNews(deps: Deps, { userId, key, event }: News): Promise<void> {
  await deps.callProject(tellPerson, { params: { userId }, body: { key, event } });
}

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
