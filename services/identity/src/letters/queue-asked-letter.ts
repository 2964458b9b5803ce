import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import { queueLetter } from './queue-letter.ts';

const LIMITS = ['LETTERS_PER_MAILBOX_PER_HOUR', 'LETTERS_PER_MAILBOX_PER_DAY'] as const;

/** A letter that anybody can ask for by typing an address. */
interface AskedLetter {
  kind: 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'ALREADY_REGISTERED';
  /** Undefined where there is nobody to write to. */
  userId: string | undefined;
  email: string;
}

/**
 * Queues a letter that was asked for, as long as its mailbox is not flooded. For nobody it counts and queues all the
 * same, and the job writes nothing: whoever measures the answer learns nothing of the address (ASVS 6.3.8).
 */
export async function queueAskedLetter(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  { kind, userId, email }: AskedLetter,
): Promise<void> {
  const verdicts = [];
  for (const limit of LIMITS) verdicts.push(await deps.limiter.count(trx, limit, email));
  if (verdicts.every(({ isWithin }) => isWithin))
    await queueLetter(deps, trx, { kind, userId: userId ?? null });
}

/** Whoever follows a link from a letter has the mailbox: what was counted against it is forgotten. */
export async function forgetAskedLetters(
  deps: Deps,
  trx: Transaction<IdentityTables>,
  email: string,
): Promise<void> {
  for (const limit of LIMITS) await deps.limiter.forget(trx, limit, email);
}
