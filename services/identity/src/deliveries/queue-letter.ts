import type { Transaction } from 'kysely';
import type { Queue, SendOptions } from '@app/kit/jobs.ts';
import { LONGEST_TRY_SECONDS } from '@app/kit/mail.ts';
import { readClock } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import type { LetterContent, Recipients } from './compose-letter.ts';

/** Secrets are made when the email leaves, so the queue holds none. */
export interface LetterJob {
  id: string;
  kind: string;
  /** Null means that the address has no account, so nothing is written. */
  userId: string | null;
  at?: string;
  /** This counts tries with an unknown outcome. */
  doubts?: number;
}

/** `BULK` has its own queue for mass emails that no one waits for. */
type EmailUrgency = 'FIRST' | 'NEXT' | 'BULK';

export interface LetterKind<Details extends object = object> {
  name: string;
  /** The default is `FIRST`, because a person waits for most emails. */
  urgency?(letter: Details): EmailUrgency;
  /** Returns undefined if the email is obsolete. */
  write(
    deps: Deps,
    job: LetterJob & { userId: string } & Details,
  ): Promise<(LetterContent & Recipients) | undefined>;
  /** Handles a permanent refusal, which otherwise ends as a dead letter after a few tries. */
  refused?(deps: Deps, job: LetterJob & Details): Promise<void>;
}

export const kindsIn = (module: object): LetterKind[] =>
  Object.values(module).filter((one): one is LetterKind => typeof one === 'object' && 'write' in one);

export const LETTERS: Queue<LetterJob> = {
  name: 'letters',
  expireInSeconds: LONGEST_TRY_SECONDS + 30,
  countsTriesIn: 'doubts' satisfies keyof LetterJob,
};

/** Own workers keep mass emails from delaying codes. Earlier releases use only the other queue. */
export const BULK_LETTERS: Queue<LetterJob> = { ...LETTERS, name: 'bulk-letters' };

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
  const urgency = kind.urgency?.(job) ?? 'FIRST';
  const priority = urgency === 'FIRST' ? 1 : 0;
  return jobs.send(trx, urgency === 'BULK' ? BULK_LETTERS : LETTERS, job, { priority, ...options });
}
