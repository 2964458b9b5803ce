import type { Transaction } from 'kysely';
import { sendLetter } from '@app/contracts/identity/people.ts';
import type { PaymentLetterKind } from '@app/contracts/letters.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { PaymentTables } from '../schema.ts';

export interface AskedLetter {
  userId: string;
  kind: PaymentLetterKind;
  about: string;
}

/** This service has no addresses: each job asks the identity service for a letter. */
export const LETTERS: Queue<AskedLetter> = { name: 'letters' };

/** In the transaction of its event. Of one kind about one thing a person gets one letter. */
export const queueLetter = (
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<PaymentTables>,
  letter: AskedLetter,
): Promise<void> => jobs.send(trx, LETTERS, letter);

export async function askForLetter(
  { callIdentity }: Pick<Deps, 'callIdentity'>,
  { userId, kind, about }: AskedLetter,
): Promise<void> {
  await callIdentity(sendLetter, { params: { userId }, body: { kind, about } });
}
