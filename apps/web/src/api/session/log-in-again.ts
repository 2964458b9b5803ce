import { logOut } from '@app/contracts/identity/session.ts';
import { noteInterruption } from '../../session/interruption.ts';
import { clearUser, readUser } from '../../session/session.ts';
import { callIdentity } from '../call.ts';

/** Unlike a log-out, this keeps drafts on this device, and the person returns to this page. */
export async function logInAgain(): Promise<void> {
  await callIdentity(logOut);
  const user = readUser();
  if (user !== null) noteInterruption(user, location.pathname + location.hash);
  clearUser();
}
