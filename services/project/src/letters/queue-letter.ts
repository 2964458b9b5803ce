import type { Transaction } from 'kysely';
import { sendLetter } from '@app/contracts/identity/people.ts';
import { type LetterKind, isBulk } from '@app/contracts/letters.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';

/** The content is read when the email is sent (letters/routes.ts). */
export interface AskedLetter {
  userId: string;
  kind: LetterKind;
  about: string;
}

/** The identity service sends the emails: this service has no addresses. */
export const LETTERS: Queue<AskedLetter> = { name: 'letters' };

/** These emails describe the state at sending time, so one covers several changes. */
export const GATHERED_LETTERS: Queue<AskedLetter> = { name: 'gathered-letters', isDebounced: true };
const GATHERED_SECONDS = 15 * 60;

export const gatherLetter = (
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  letter: AskedLetter,
  of: string,
): Promise<void> => jobs.send(trx, GATHERED_LETTERS, letter, { key: of, afterSeconds: GATHERED_SECONDS });

/** Call this in the transaction of the change. A person gets one email per kind and subject. */
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
