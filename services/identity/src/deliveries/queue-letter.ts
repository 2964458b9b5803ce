import type { Transaction } from 'kysely';
import type { Queue, SendOptions } from '@app/kit/jobs.ts';
import { LONGEST_TRY_SECONDS } from '@app/kit/mail.ts';
import { readClock } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import type { LetterContent, Recipients } from './compose-letter.ts';

/** A job of the outbox: which letter, for whom. Secrets are made when it leaves, so the queue holds none. */
export interface LetterJob {
  id: string;
  kind: string;
  /** Null where somebody asked for a letter to an address without an account: then none is written. */
  userId: string | null;
  /** When the event of the letter happened. */
  at?: string;
  /** Tries after which nobody knows whether it arrived. */
  doubts?: number;
}

/** `FIRST` before `NEXT`, and `BULK` aside of both: one of many at a time that nobody waits for. */
type Haste = 'FIRST' | 'NEXT' | 'BULK';

/** A kind of letter: its name in the outbox, and how the feature that it belongs to writes one when it leaves. */
export interface LetterKind<Details extends object = object> {
  name: string;
  /** Without it somebody waits for each, as for a link to sign up or to reset a password. */
  haste?(letter: Details): Haste;
  /** Undefined if the letter is of no use any more. */
  write(
    deps: Deps,
    job: LetterJob & { userId: string } & Details,
  ): Promise<(LetterContent & Recipients) | undefined>;
  /** What is done where the mailbox is refused for good. Without it the letter is tried a few times more, and then parked for an operator. */
  refused?(deps: Deps, job: LetterJob & Details): Promise<void>;
}

/** The kinds among what a module exports. */
export const kindsIn = (module: object): LetterKind[] =>
  Object.values(module).filter((one): one is LetterKind => typeof one === 'object' && 'write' in one);

export const LETTERS: Queue<LetterJob> = {
  name: 'letters',
  expireInSeconds: LONGEST_TRY_SECONDS + 30,
  countsTriesIn: 'doubts' satisfies keyof LetterJob,
};

/**
 * With workers of its own: else news that hang at a mail server would hold up a code. An earlier release sends what is in the other
 * one, so that is the one of what somebody waits for.
 */
export const BULK_LETTERS: Queue<LetterJob> = { ...LETTERS, name: 'bulk-letters' };

/** Puts a letter into the outbox, in the transaction of the change that it is about. */
export async function queueLetter<Details extends object>(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  kind: LetterKind<Details>,
  letter: { userId: string | null } & Details,
): Promise<void> {
  const [id, at] = [crypto.randomUUID(), (await readClock(trx)).toISOString()];
  await sendJob(deps, trx, kind, { id, at, kind: kind.name, ...letter });
}

/** Puts the job of a letter into the queue of its kind. */
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
