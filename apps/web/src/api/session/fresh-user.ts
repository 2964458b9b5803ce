import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readMe } from '@app/contracts/identity/sessions.ts';
import { heardAt, readUser, storeUser } from '../../session/session.ts';
import { callIdentity } from '../call.ts';

const KEPT_FOR_MS = 5_000;
/** After this time, a guard uses the stored user. */
const PATIENCE_MS = 4_000;

let asked: { token: string; at: number; answer: Promise<void> } | undefined;

async function reread(token: string): Promise<void> {
  const me = await callIdentity(readMe, {}, AbortSignal.timeout(PATIENCE_MS));
  const stored = readUser();
  // If the stored user has changed, there was a log-out or another session in the meantime.
  if (stored === null || stored.userId !== me.userId) return;
  storeUser({ ...me, token: stored.token === token && me.token ? me.token : stored.token });
}

/** Returns the stored user if the server cannot be reached, and null if the session has ended. */
export async function freshUser(keptForMs = KEPT_FOR_MS): Promise<SignedInUser | null> {
  const stored = readUser();
  if (stored === null) return null;
  // Log-in, email verification and token renewal return the user too.
  if (Date.now() - heardAt() < keptForMs) return stored;
  if (asked?.token !== stored.token || Date.now() - asked.at > keptForMs) {
    asked = { token: stored.token, at: Date.now(), answer: reread(stored.token) };
  }
  const mine = asked;
  try {
    await mine.answer;
  } catch {
    if (asked === mine) asked = undefined;
  }
  return readUser();
}
