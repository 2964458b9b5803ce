import type { Transaction } from 'kysely';
import { sendLetter } from '@app/contracts/identity/people.ts';
import { type LetterKind, isBulk } from '@app/contracts/letters.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';

/**
 * One letter: to whom, of which kind, and about what. Its writer reads that again when it leaves (letters/routes.ts).
 */
export interface AskedLetter {
  userId: string;
  kind: LetterKind;
  about: string;
}

/** This service has no addresses and no mail server: each job asks the identity service for a letter. */
export const LETTERS: Queue<AskedLetter> = { name: 'letters' };

/** Letters that tell how something stands when they leave, so that one is enough for all that happens meanwhile. */
export const GATHERED_LETTERS: Queue<AskedLetter> = { name: 'gathered-letters', isDebounced: true };
const GATHERED_SECONDS = 15 * 60;

/** One letter for all of a key (`of`) that are asked for within a quarter of an hour: the first of them, at its end. */
export const gatherLetter = (
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  letter: AskedLetter,
  of: string,
): Promise<void> => jobs.send(trx, GATHERED_LETTERS, letter, { key: of, afterSeconds: GATHERED_SECONDS });

/** In the transaction of what the letters tell. Of one kind about one thing a person gets one letter. */
export async function queueLetters(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  letters: readonly AskedLetter[],
): Promise<void> {
  for (const { userId, kind, about } of letters) {
    await jobs.send(trx, LETTERS, { userId, kind, about }, { priority: isBulk(kind) ? 0 : 1 });
  }
}

export async function askForLetter(
  { callIdentity }: Pick<Deps, 'callIdentity'>,
  { userId, kind, about }: AskedLetter,
): Promise<void> {
  await callIdentity(sendLetter, { params: { userId }, body: { kind, about } });
}
