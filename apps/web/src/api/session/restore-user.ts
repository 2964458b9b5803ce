import { logOut } from '@app/contracts/identity/sessions.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { isLogOutPending, clearLogOutPending, readUser } from '../../session/session.ts';
import { browserDeps, callIdentity } from '../call.ts';

/**
 * Reads the user with the refresh cookie if the token is lost. The result is also null when the server is
 * unreachable.
 */
export async function restoreUser(): Promise<SignedInUser | null> {
  try {
    // After an offline log-out the cookie must not sign the person in, so the log-out is sent first.
    if (isLogOutPending()) {
      await callIdentity(logOut);
      clearLogOutPending();
    } else {
      await browserDeps.renew(null);
    }
  } catch {}
  return readUser();
}
