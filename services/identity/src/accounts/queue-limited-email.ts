import type { Transaction } from 'kysely';
import type { MailboxLimitName } from '@app/contracts/endpoint.ts';
import { type Mailbox, toMailbox, separateCount } from '@app/kit/mailbox.ts';
import { type EmailKind, queueEmail } from '../emails/queue-email.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

const EMAIL_LIMITS: readonly MailboxLimitName[] = [
  'EMAILS_PER_MAILBOX_PER_HOUR',
  'EMAILS_PER_MAILBOX_PER_DAY',
];
/** These limits are for notices, which do not help to sign in. */
const NOTICE_LIMITS: readonly MailboxLimitName[] = [
  'NOTICES_PER_MAILBOX_PER_HOUR',
  'NOTICES_PER_MAILBOX_PER_DAY',
  ...EMAIL_LIMITS,
];

interface LimitedEmail {
  userId: string | undefined;
  email: string;
  isNotice?: boolean;
  isKnownDevice?: boolean;
}

/** All known devices have one count together, so that the emails to a mailbox stay limited. */
const knownDevicesKey = (mailbox: Mailbox) => separateCount(mailbox, 'known devices of');

/**
 * Returns false if a limit is used up. For unknown addresses the work is the same, so that the response time
 * reveals no account (ASVS 6.3.8). Known devices count separately, so strangers cannot use up their limit.
 */
export async function queueLimitedEmail<Details extends object>(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  kind: EmailKind<Details>,
  { userId, email, isNotice = false, isKnownDevice = false }: LimitedEmail,
  details: Details,
): Promise<boolean> {
  const mailbox = toMailbox(email);
  const known = isKnownDevice ? knownDevicesKey(mailbox) : mailbox;
  const countedMailbox = userId === undefined ? separateCount(mailbox, 'nobody at') : known;
  for (const limit of isNotice ? NOTICE_LIMITS : EMAIL_LIMITS) {
    if (!(await deps.limiter.count(trx, limit, countedMailbox)).isWithin) return false;
  }
  await queueEmail(deps, trx, kind, { userId: userId ?? null, ...details });
  return true;
}

/** The person who opens the link owns the mailbox, so its limits start again. */
export async function clearEmailLimits(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  email: string,
): Promise<void> {
  const mailbox = toMailbox(email);
  for (const limit of NOTICE_LIMITS) await deps.limiter.clear(trx, limit, mailbox);
  for (const limit of EMAIL_LIMITS) await deps.limiter.clear(trx, limit, knownDevicesKey(mailbox));
}
