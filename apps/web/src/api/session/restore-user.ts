import { logOut } from '@app/contracts/identity/sessions.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { isLogOutPending, clearLogOutPending, readUser } from '../../session/session.ts';
import { browserDeps, callIdentity } from '../call.ts';

/**
 * If the token is lost, reads the user with the refresh cookie. Also returns null if the server cannot be
 * reached.
 */
export async function restoreUser(): Promise<SignedInUser | null> {
  try {
    // After a log-out without a connection, the cookie must not sign the person in.
    if (isLogOutPending()) {
      await callIdentity(logOut);
      clearLogOutPending();
    } else {
      await browserDeps.renew(null);
    }
  } catch {}
  return readUser();
}
