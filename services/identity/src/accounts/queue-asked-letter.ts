import type { Transaction } from 'kysely';
import type { MailboxLimitName } from '@app/contracts/endpoint.ts';
import { type Mailbox, toMailbox, separateCount } from '@app/kit/mailbox.ts';
import { type LetterKind, queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

const LETTERS: readonly MailboxLimitName[] = ['LETTERS_PER_MAILBOX_PER_HOUR', 'LETTERS_PER_MAILBOX_PER_DAY'];
/** A notice does not help to sign in, so its share of the limit is small. */
const NOTICE_LIMITS: readonly MailboxLimitName[] = [
  'NOTICES_PER_MAILBOX_PER_HOUR',
  'NOTICES_PER_MAILBOX_PER_DAY',
  ...LETTERS,
];

interface AskedLetter {
  userId: string | undefined;
  email: string;
  isNotice?: boolean;
  isKnownDevice?: boolean;
}

/** All known devices share one count, so that the mailbox has a limit. */
const knownDevicesKey = (mailbox: Mailbox) => separateCount(mailbox, 'known devices of');

/**
 * Unknown addresses do the same work (ASVS 6.3.8). They and known devices are counted separately, so that
 * strangers cannot use up the owner's emails (OWASP device cookies).
 */
export async function queueAskedLetter<Details extends object>(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  kind: LetterKind<Details>,
  { userId, email, isNotice = false, isKnownDevice = false }: AskedLetter,
  details: Details,
): Promise<void> {
  const mailbox = toMailbox(email);
  const known = isKnownDevice ? knownDevicesKey(mailbox) : mailbox;
  const who = userId === undefined ? separateCount(mailbox, 'nobody at') : known;
  for (const limit of isNotice ? NOTICE_LIMITS : LETTERS) {
    if (!(await deps.limiter.count(trx, limit, who)).isWithin) return;
  }
  await queueLetter(deps, trx, kind, { userId: userId ?? null, ...details });
}

/** Following a link from an email proves ownership of the mailbox. */
export async function forgetAskedLetters(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  email: string,
): Promise<void> {
  const mailbox = toMailbox(email);
  for (const limit of NOTICE_LIMITS) await deps.limiter.forget(trx, limit, mailbox);
  for (const limit of LETTERS) await deps.limiter.forget(trx, limit, knownDevicesKey(mailbox));
}
