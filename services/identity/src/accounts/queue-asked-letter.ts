import type { Transaction } from 'kysely';
import type { LimitName } from '@app/contracts/endpoint.ts';
import type { LetterKind } from '../deliveries/queue-letter.ts';
import { queueLetter } from '../deliveries/queue-letter.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { ALREADY_REGISTERED } from './letters.ts';

const LETTERS: readonly LimitName[] = ['LETTERS_PER_MAILBOX_PER_HOUR', 'LETTERS_PER_MAILBOX_PER_DAY'];
/** A notice helps nobody to sign in, so it may take little of what those letters need that do. */
const NOTICES: readonly LimitName[] = ['NOTICES_PER_MAILBOX_PER_HOUR', ...LETTERS];

interface AskedLetter {
  /** Undefined where there is nobody to write to. */
  userId: string | undefined;
  email: string;
  registrationId?: string;
}

/**
 * Queues a letter that anybody can ask for by typing an address, as long as its mailbox is not flooded. Where there is
 * nobody to write to it counts and queues all the same, and the job writes nothing: whoever measures the answer learns
 * nothing of the address (ASVS 6.3.8). That is counted apart: what sends no letter must not use up the letters of whoever
 * has the mailbox.
 */
export async function queueAskedLetter(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  kind: LetterKind<{ registrationId?: string }>,
  { userId, email, registrationId }: AskedLetter,
): Promise<void> {
  const who = userId === undefined ? `nobody at ${email}` : email;
  for (const limit of kind === ALREADY_REGISTERED ? NOTICES : LETTERS) {
    if (!(await deps.limiter.count(trx, limit, who)).isWithin) return;
  }
  await queueLetter(deps, trx, kind, {
    userId: userId ?? null,
    ...(registrationId === undefined ? {} : { registrationId }),
  });
}

/** Whoever follows a link from a letter has the mailbox: what was counted against it is forgotten. */
export async function forgetAskedLetters(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  email: string,
): Promise<void> {
  for (const limit of NOTICES) await deps.limiter.forget(trx, limit, email);
}
