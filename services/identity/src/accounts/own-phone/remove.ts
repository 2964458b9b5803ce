import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { removePhone } from '@app/contracts/identity/phones.ts';
import { transaction } from '@app/kit/database.ts';
import { type Fail, Failure } from '@app/kit/problem.ts';
import type { Viewer } from '@app/kit/viewer.ts';
import type { Deps } from '../../deps.ts';
import { findAccount } from '../find-account.ts';
import { confirmOwner } from '../passwords/confirm-owner.ts';
import { holdPerson } from '../queries.ts';
import { takeOffPhone } from '../take-off-phone.ts';

/** Takes the number off the caller's account. */
export async function remove(
  deps: Deps,
  viewer: Viewer,
  { password }: BodyOf<typeof removePhone>,
  fail: Fail<(typeof removePhone)['errors'][number]>,
): Promise<void> {
  const { userId, sessionId } = viewer;
  const account = await findAccount(deps.db, userId);
  if (!account) throw new Failure('NOT_SIGNED_IN');
  await confirmOwner(deps, viewer, account, { password, field: 'password' }, fail);
  await transaction(deps.db, async (trx) => {
    await holdPerson(trx, userId);
    await takeOffPhone(deps, trx, { userId, but: sessionId, change: 'REMOVED' });
  });
}
