import { logOut } from '@app/contracts/identity/session.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { isLogOutOwed, logOutPaid, readUser } from '../../session/session.ts';
import { browserEdges, callIdentity } from '../call.ts';

/**
 * The user of a browser that has lost what it kept of them, e.g. the token, while its refresh cookie lives; null where
 * nobody is signed in, or nobody can say.
 */
export async function restoreUser(): Promise<SignedInUser | null> {
  try {
    if (isLogOutOwed()) {
      await callIdentity(logOut);
      logOutPaid();
    } else {
      await browserEdges.renew(null);
    }
  } catch {
    // Without an answer the person is as signed in as the browser knows: not at all.
  }
  return readUser();
}
