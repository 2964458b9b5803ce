import type { Transaction } from 'kysely';
import type { Queue, SendOptions } from '@app/kit/jobs.ts';
import { LONGEST_TRY_SECONDS } from '@app/kit/mail.ts';
import { readClock } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import type { LetterContent, Recipients } from './compose-letter.ts';

/** Secrets are made when the email leaves, so the queue never holds one. */
export interface LetterJob {
  id: string;
  kind: string;
  /** Null if an email was requested for an address without an account; none is written. */
  userId: string | null;
  /** The time of the event that the email is about. */
  at?: string;
  /** The number of tries with an unknown outcome. */
  doubts?: number;
}

/** `FIRST` leaves before `NEXT`. `BULK` has its own queue for mass emails that no one waits for. */
type Haste = 'FIRST' | 'NEXT' | 'BULK';

/** The feature that owns the kind writes the email when it leaves. */
export interface LetterKind<Details extends object = object> {
  name: string;
  /** The default is `FIRST`: a person waits for it, for example for a reset link. */
  haste?(letter: Details): Haste;
  /** Returns undefined if the email is obsolete. */
  write(
    deps: Deps,
    job: LetterJob & { userId: string } & Details,
  ): Promise<(LetterContent & Recipients) | undefined>;
  /**
   * Handles a mailbox that is refused permanently. Without it the email is retried a few times and then
   * becomes a dead letter.
   */
  refused?(deps: Deps, job: LetterJob & Details): Promise<void>;
}

export const kindsIn = (module: object): LetterKind[] =>
  Object.values(module).filter((one): one is LetterKind => typeof one === 'object' && 'write' in one);

export const LETTERS: Queue<LetterJob> = {
  name: 'letters',
  expireInSeconds: LONGEST_TRY_SECONDS + 30,
  countsTriesIn: 'doubts' satisfies keyof LetterJob,
};

/**
 * Own workers keep mass emails from delaying codes. Earlier releases send everything from the other queue, so
 * that one keeps the emails that people wait for.
 */
export const BULK_LETTERS: Queue<LetterJob> = { ...LETTERS, name: 'bulk-letters' };

/** The email commits together with the change that it is about. */
export async function queueLetter<Details extends object>(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  kind: LetterKind<Details>,
  letter: { userId: string | null } & Details,
): Promise<void> {
  const [id, at] = [crypto.randomUUID(), (await readClock(trx)).toISOString()];
  await sendJob(deps, trx, kind, { id, at, kind: kind.name, ...letter });
}

export function sendJob<Details extends object>(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  kind: LetterKind<Details>,
  job: LetterJob & Details,
  options: SendOptions = {},
): Promise<void> {
  const haste = kind.haste?.(job) ?? 'FIRST';
  const priority = haste === 'FIRST' ? 1 : 0;
  return jobs.send(trx, haste === 'BULK' ? BULK_LETTERS : LETTERS, job, { priority, ...options });
}
