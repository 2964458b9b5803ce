import { logOut as logOutCall } from '@app/contracts/identity/session.ts';
import { callIdentity } from '../api/call.ts';

/** Ends the session on the server, forgets everything kept in this browser and reloads (S-213). */
export async function logOut(): Promise<void> {
  // Without a connection the person still leaves this device; the session then ends by its own expiry.
  await callIdentity(logOutCall).catch(() => undefined);
  localStorage.clear();
  sessionStorage.clear();
  location.reload();
}
