import { logOut as logOutCall } from '@app/contracts/identity/session.ts';
import { oweLogOut } from '../../session/session.ts';
import { callIdentity } from '../call.ts';

const PATIENCE_MS = 4_000;
/** The part of it that callbacks before the log-out may take. */
const FAREWELL_MS = 2_000;

const farewells = new Set<() => Promise<unknown>>();

/** Registers a callback that sends something before the session ends, e.g. draft answers. Returns how to remove it. */
export function beforeLogOut(work: () => Promise<unknown>): () => void {
  farewells.add(work);
  return () => void farewells.delete(work);
}

async function sayFarewell(): Promise<void> {
  if (farewells.size === 0) return;
  const all = Promise.allSettled([...farewells].map((work) => work()));
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS))]);
}

/** Ends the session on the server, forgets everything kept in this browser and reloads (S-213). */
export async function logOut(): Promise<void> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  await sayFarewell();
  // Without an answer the person is still logged out here; the server learns of it as soon as somebody comes back.
  const isTold = await callIdentity(logOutCall, {}, patience).then(
    () => true,
    () => false,
  );
  localStorage.clear();
  sessionStorage.clear();
  if (!isTold) oweLogOut();
  location.reload();
}
