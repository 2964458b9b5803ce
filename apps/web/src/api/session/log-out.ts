import { logOut as logOutCall } from '@app/contracts/identity/session.ts';
import { oweLogOut } from '../../session/session.ts';
import { callIdentity } from '../call.ts';

const PATIENCE_MS = 4_000;
/** Callbacks may delay the log-out this long. */
const FAREWELL_MS = 2_000;

const farewells = new Set<() => Promise<unknown>>();

/** Callbacks can still send data, for example draft answers. Returns a function that removes the callback. */
export function beforeLogOut(work: () => Promise<unknown>): () => void {
  farewells.add(work);
  return () => void farewells.delete(work);
}

async function sayFarewell(): Promise<void> {
  if (farewells.size === 0) return;
  const all = Promise.allSettled([...farewells].map((work) => work()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
}

/** Clears everything in this browser and reloads (S-213). */
export async function logOut(): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  await sayFarewell();
  // Without an answer, the server ends the session at the next visit.
  const isTold = await callIdentity(logOutCall, {}, patience).then(
    () => true,
    () => false,
  );
  localStorage.clear();
  sessionStorage.clear();
  if (!isTold) oweLogOut();
  location.reload();
}
