import type { AccountChange } from '@app/contracts/identity/own-account.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { normalPhoneNumber } from '@app/kit/phone-number.ts';
import { updateAccount } from './queries.ts';

/** Changes names, phone number and choice of letters; an empty number removes it. */
export async function changeAccount(
  deps: Deps,
  userId: string,
  change: AccountChange,
  fail: Fail<'INVALID_INPUT'>,
): Promise<void> {
  const { phoneNumber: typed, ...names } = change;
  const removed = typed === '' ? null : undefined;
  const phoneNumber = typed ? normalPhoneNumber(typed, 'phoneNumber', fail) : removed;
  await transaction(deps.db, async (trx) => {
    const isChanged = await updateAccount(trx, userId, { ...names, phoneNumber });
    if (isChanged) await noteEvent(trx, 'ACCOUNT_CHANGED', { userId, about: Object.keys(change).join(' ') });
  });
}
