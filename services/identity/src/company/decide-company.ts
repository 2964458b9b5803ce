import type { Transaction } from 'kysely';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { notifyPerson } from '@app/contracts/project/notifications.ts';
import { runForEach } from '@app/kit/job-steps.ts';
import type { NoData, Queue } from '@app/kit/jobs.ts';
import { transaction } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { type Act, queueSuspension } from '../accounts/suspend-person.ts';
import { recordEvent } from '../audit.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { lockPerson, revokeLinks } from '../links/use-link.ts';
import {
  COMPANY_ACCEPTED,
  COMPANY_DECLINED,
  COMPANY_QUESTION,
  COMPANY_REVOKED,
  COMPANY_SUBMITTED,
} from './emails.ts';
import { findVerificationStatus } from './reads.ts';
import {
  decideOnCompany,
  updateToVerifiedAgain,
  updateToRevoked,
  unblockExports,
  findCompaniesWithoutLink,
} from './queries.ts';

interface NotificationJob {
  userId: string;
  /** The key is the same at each attempt, so that only one notification arrives. */
  key: string;
  event: BodyOf<typeof notifyPerson>['event'];
}

export const NOTIFICATIONS: Queue<NotificationJob> = { name: 'notifications' };

async function queueNotification(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  notification: NotificationJob,
): Promise<void> {
  await jobs.send(trx, NOTIFICATIONS, notification);
}

export async function sendNotification(deps: Deps, { userId, key, event }: NotificationJob): Promise<void> {
  await deps.callProject(notifyPerson, { params: { userId }, body: { key, event } });
}

/** Without a time, the decision is about the newest submission. */
type CompanyAct = Act & { submittedAt?: string };

interface Decision {
  userId: string;
  submittedAt?: string | undefined;
  status: 'VERIFIED' | 'DECLINED';
  reason: string | null;
  about?: string;
}

export async function recordDecision(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  { userId, status, reason, about, submittedAt }: Decision,
): Promise<string | undefined> {
  const companyName = await decideOnCompany(trx, { userId, submittedAt }, status, reason);
  if (companyName === undefined) return undefined;
  const event = status === 'VERIFIED' ? 'COMPANY_ACCEPTED' : 'COMPANY_DECLINED';
  // Links that were sent before must not decide on the new information.
  await revokeLinks(trx, userId, 'DECIDE_COMPANY');
  await recordEvent(trx, event, { userId, ...(about === undefined ? {} : { about }) });
  await queueEmail(deps, trx, status === 'VERIFIED' ? COMPANY_ACCEPTED : COMPANY_DECLINED, { userId });
  await queueNotification(deps, trx, { userId, key: crypto.randomUUID(), event });
  // If this ends an earlier revocation, the project service must be notified.
  await queueSuspension(deps, trx, userId);
  return companyName;
}

export const acceptCompany = (
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, submittedAt, by }: Omit<CompanyAct, 'reason'>,
): Promise<boolean> => decide(deps, { userId, submittedAt, status: 'VERIFIED', reason: null, about: by });

export const declineCompany = (
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, submittedAt, by, reason }: CompanyAct,
): Promise<boolean> =>
  decide(deps, { userId, submittedAt, status: 'DECLINED', reason, about: `${by}: ${reason}` });

const decide = (deps: Pick<Deps, 'db' | 'jobs'>, decision: Decision): Promise<boolean> =>
  transaction(deps.db, async (trx) => {
    await lockPerson(trx, decision.userId);
    return (await recordDecision(deps, trx, decision)) !== undefined;
  });

/**
 * The researcher can then not publish, reopen or export, but can submit the company again. Open studies are
 * paused.
 */
export async function revokeCompany(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, submittedAt, by, reason }: CompanyAct,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await updateToRevoked(trx, { userId, submittedAt }, reason))) return false;
    await recordEvent(trx, 'COMPANY_REVOKED', { userId, about: `${by}: ${reason}` });
    await queueEmail(deps, trx, COMPANY_REVOKED, { userId });
    await queueNotification(deps, trx, { userId, key: crypto.randomUUID(), event: 'COMPANY_REVOKED' });
    await queueSuspension(deps, trx, userId);
    return true;
  });
}

/**
 * Paused studies stay paused until their researcher reopens them. Admins can restore only revoked companies.
 */
export async function restoreCompany(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, submittedAt, by }: Omit<CompanyAct, 'reason'>,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    await lockPerson(trx, userId);
    if (!(await updateToVerifiedAgain(trx, { userId, submittedAt }))) return false;
    await revokeLinks(trx, userId, 'DECIDE_COMPANY');
    await recordEvent(trx, 'COMPANY_RESTORED', { userId, about: by });
    await queueEmail(deps, trx, COMPANY_ACCEPTED, { userId });
    await queueNotification(deps, trx, { userId, key: crypto.randomUUID(), event: 'COMPANY_ACCEPTED' });
    await queueSuspension(deps, trx, userId);
    return true;
  });
}

/** The company's state does not change. Returns false if the person has submitted no company. */
export async function sendCompanyQuestion(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { userId, by, question }: { userId: string; by: string; question: string },
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if ((await findVerificationStatus(trx, userId)) === undefined) return false;
    await recordEvent(trx, 'COMPANY_ASKED', { userId, about: by });
    await queueEmail(deps, trx, COMPANY_QUESTION, { userId, question });
    return true;
  });
}

export async function allowExports(
  deps: Pick<Deps, 'db'>,
  { userId, by }: Omit<Act, 'reason'>,
): Promise<boolean> {
  return transaction(deps.db, async (trx) => {
    if (!(await unblockExports(trx, userId))) return false;
    await recordEvent(trx, 'EXPORTS_ALLOWED', { userId, about: by });
    return true;
  });
}

export const REMINDERS: Queue<NoData> = {
  name: 'company-reminders',
  cron: '41 7 * * *',
  isDebounced: true,
};

/** The links in the first email expire. Without this reminder, the company could wait forever. */
export async function remindAdmin(deps: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  await runForEach(
    await findCompaniesWithoutLink(deps.db),
    (userId) => userId,
    (userId) => transaction(deps.db, (trx) => queueEmail(deps, trx, COMPANY_SUBMITTED, { userId })),
  );
}
