import type { Transaction } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import { LONGEST_TRY_SECONDS } from '@app/kit/mail.ts';
import { readClock } from '@app/kit/read-clock.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import type { LetterContent } from './compose-letter.ts';

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

/** A kind of letter: its name in the outbox, and how the feature that it belongs to writes one when it leaves. */
export interface LetterKind<Details extends object = object> {
  name: string;
  /** One of many at a time, and nobody waits for it: letters to sign up or reset a password come first. */
  isBulk?: true;
  /** Undefined if the letter is of no use any more. */
  write(
    deps: Deps,
    job: LetterJob & { userId: string } & Details,
  ): Promise<(LetterContent & { to: string }) | undefined>;
  /** What is done where the mailbox is refused for good. Without it the letter is tried a few times more, and then parked for an operator. */
  refused?(deps: Deps, job: LetterJob & Details): Promise<void>;
}

export const LETTERS: Queue<LetterJob> = {
  name: 'letters',
  expireInSeconds: LONGEST_TRY_SECONDS + 30,
  countsTriesIn: 'doubts' satisfies keyof LetterJob,
};

/** Puts a letter into the outbox, in the transaction of the change that it is about. */
export async function queueLetter<Details extends object>(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  { name: kind, isBulk }: LetterKind<Details>,
  letter: { userId: string | null } & Details,
): Promise<void> {
  const [id, at] = [crypto.randomUUID(), (await readClock(trx)).toISOString()];
  await jobs.send(trx, LETTERS, { id, at, kind, ...letter }, { priority: isBulk ? 0 : 1 });
}
