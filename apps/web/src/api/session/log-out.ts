import { logOut as logOutCall } from '@app/contracts/identity/sessions.ts';
import { setLogOutPending } from '../../session/session.ts';
import { callIdentity } from '../call.ts';

const PATIENCE_MS = 4_000;
/** Work before the log-out may delay it for this long. */
const BEFORE_SIGN_OUT_MS = 2_000;

const beforeSignOut = new Set<() => Promise<unknown>>();

export function beforeLogOut(work: () => Promise<unknown>): () => void {
  beforeSignOut.add(work);
  return () => void beforeSignOut.delete(work);
}

async function sendBeforeSignOut(): Promise<void> {
  if (beforeSignOut.size === 0) return;
  const all = Promise.allSettled([...beforeSignOut].map((work) => work()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, BEFORE_SIGN_OUT_MS))]);
}

export async function logOut(): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  await sendBeforeSignOut();
  // If the server cannot be reached now, it ends the session at the next visit.
  const isReported = await callIdentity(logOutCall, {}, patience).then(
    () => true,
    () => false,
  );
  localStorage.clear();
  sessionStorage.clear();
  if (!isReported) setLogOutPending();
  location.reload();
}
