import type { LetterChoice } from '@app/contracts/identity/own-account.ts';
import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { updateAccount } from './queries.ts';

/** Turns one kind of letters off, and leaves the others as they are; twice is once. */
export async function stopLettersOf(
  { db }: Pick<Deps, 'db'>,
  { userId, choice }: { userId: string; choice: LetterChoice },
): Promise<void> {
  await transaction(db, async (trx) => {
    const isChanged = await updateAccount(trx, userId, { letters: { [choice]: false } });
    if (isChanged) await noteEvent(trx, 'ACCOUNT_CHANGED', { userId, about: 'letters' });
  });
}
