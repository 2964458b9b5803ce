import type { BodyOf } from '@app/contracts/endpoint.ts';
import { deleteOwnAccount as deleteOwnAccountCall } from '@app/contracts/identity/account-deletion.ts';
import { paths } from '@app/contracts/web-paths.ts';
import {
  clearDeletionRequested,
  mayBeDeleted,
  markDeletionRequested,
} from '../../session/deletion-request.ts';
import { callIdentity } from '../call.ts';
import { CallFailed } from '../failure.ts';

/** If the account does not exist, an earlier attempt has deleted it and its response was lost. */
const isLateYes = (error: unknown) =>
  error instanceof CallFailed && error.code === 'NOT_SIGNED_IN' && mayBeDeleted();

export async function deleteOwnAccount(body: BodyOf<typeof deleteOwnAccountCall>): Promise<void> {
  try {
    await callIdentity(deleteOwnAccountCall, { body });
  } catch (error) {
    if (!isLateYes(error)) {
      if (error instanceof CallFailed && error.kind === 'NETWORK') markDeletionRequested();
      else clearDeletionRequested();
      throw error;
    }
  }
  localStorage.clear();
  sessionStorage.clear();
  location.replace(paths.accountDeleted);
  // Waits until the page is gone. If something were shown before, it would redirect to the landing page.
  await new Promise<never>(() => {});
}
