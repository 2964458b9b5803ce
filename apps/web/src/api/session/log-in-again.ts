import { logOut } from '@app/contracts/identity/session.ts';
import { noteInterruption } from '../../session/interruption.ts';
import { clearUser, readUser } from '../../session/session.ts';
import { callIdentity } from '../call.ts';

/**
 * Ends this session so that the same person logs in again and comes back to where they were. Unlike a log-out it keeps
 * what they have begun on this device.
 */
export async function logInAgain(): Promise<void> {
  await callIdentity(logOut);
  const user = readUser();
  if (user !== null) noteInterruption(user, location.pathname + location.hash);
  clearUser();
}
