import { logOut as logOutCall } from '@app/contracts/identity/session.ts';
import { callIdentity } from '../api/call.ts';
import { oweLogOut } from './session.ts';

const PATIENCE_MS = 4_000;

/** Ends the session on the server, forgets everything kept in this browser and reloads (S-213). */
export async function logOut(): Promise<void> {
  // Without an answer the person still leaves this device; the server is told as soon as somebody comes back.
  const isTold = await callIdentity(logOutCall, {}, AbortSignal.timeout(PATIENCE_MS)).then(
    () => true,
    () => false,
  );
  localStorage.clear();
  sessionStorage.clear();
  if (!isTold) oweLogOut();
  location.reload();
}
