import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import type { IdentityTables } from '../schema.ts';
import type { LetterJob } from './send-letter.ts';
import { LETTERS } from './send-letter.ts';

/** Puts a letter into the outbox, in the transaction of the change that it tells of. */
export async function queueLetter(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<IdentityTables>,
  letter: Omit<LetterJob, 'id' | 'at'>,
): Promise<void> {
  await jobs.send(trx, LETTERS, {
    id: crypto.randomUUID(),
    at: new Date().toISOString(),
    ...letter,
  });
}
