import type { Transaction } from 'kysely';
import type { MailboxLimitName } from '@app/contracts/endpoint.ts';
import { type Mailbox, mailboxOf, separateCount } from '@app/kit/mailbox.ts';
import { type LetterKind, queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';

const LETTERS: readonly MailboxLimitName[] = ['LETTERS_PER_MAILBOX_PER_HOUR', 'LETTERS_PER_MAILBOX_PER_DAY'];
/** A notice does not help to sign in, so it gets a small share of the mailbox's rate limit. */
const NOTICES: readonly MailboxLimitName[] = [
  'NOTICES_PER_MAILBOX_PER_HOUR',
  'NOTICES_PER_MAILBOX_PER_DAY',
  ...LETTERS,
];

interface AskedLetter {
  /** Undefined where there is nobody to write to. */
  userId: string | undefined;
  email: string;
  isNotice?: boolean;
  /** It is asked for on a device that has signed in to the account before. */
  isKnownDevice?: boolean;
}

/** One count for all of them, so that a mailbox has a limit however many there are. */
const knownDevicesOf = (mailbox: Mailbox) => separateCount(mailbox, 'known devices of');

/**
 * Queues a letter that anybody can ask for by typing an address, within the rate limit of the mailbox. For an unknown
 * address it counts and queues too, and the job writes nothing: the time of the answer shows nothing (ASVS 6.3.8).
 * Those are counted separately: requests that send no letter must not use up the owner's letters. Known devices have
 * counts of their own too, which nobody elsewhere can use up (OWASP, device cookies).
 */
export async function queueAskedLetter<Details extends object>(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  kind: LetterKind<Details>,
  { userId, email, isNotice = false, isKnownDevice = false }: AskedLetter,
  details: Details,
): Promise<void> {
  const mailbox = mailboxOf(email);
  const known = isKnownDevice ? knownDevicesOf(mailbox) : mailbox;
  const who = userId === undefined ? separateCount(mailbox, 'nobody at') : known;
  for (const limit of isNotice ? NOTICES : LETTERS) {
    if (!(await deps.limiter.count(trx, limit, who)).isWithin) return;
  }
  await queueLetter(deps, trx, kind, { userId: userId ?? null, ...details });
}

/** Resets the rate limit of a mailbox, after somebody followed a link from a letter and so proved to own it. */
export async function forgetAskedLetters(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  email: string,
): Promise<void> {
  const mailbox = mailboxOf(email);
  for (const limit of NOTICES) await deps.limiter.forget(trx, limit, mailbox);
  for (const limit of LETTERS) await deps.limiter.forget(trx, limit, knownDevicesOf(mailbox));
}
