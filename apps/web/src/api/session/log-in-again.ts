import { logOut } from '@app/contracts/identity/sessions.ts';
import { saveInterruptedPage } from '../../session/interrupted-page.ts';
import { clearUser, readUser } from '../../session/session.ts';
import { callIdentity } from '../call.ts';

/** Ends the session. Unlike a log-out, this does not delete drafts. */
export async function logInAgain(): Promise<void> {
  await callIdentity(logOut);
  const user = readUser();
  if (user !== null) saveInterruptedPage(user, location.pathname + location.hash);
  clearUser();
}
