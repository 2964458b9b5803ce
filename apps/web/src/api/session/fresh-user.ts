import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { readMe } from '@app/contracts/identity/session.ts';
import { heardAt, readUser, storeUser } from '../../session/session.ts';
import { callIdentity } from '../call.ts';

const KEPT_FOR_MS = 5_000;
/** A guard waits this long for the answer, then decides by what is stored. */
const PATIENCE_MS = 4_000;

let asked: { token: string; at: number; answer: Promise<void> } | undefined;

async function reread(token: string): Promise<void> {
  const me = await callIdentity(readMe, {}, AbortSignal.timeout(PATIENCE_MS));
  const stored = readUser();
  // Somebody may have logged out, or another session begun, while the answer was on its way.
  if (stored === null || stored.userId !== me.userId) return;
  storeUser({ ...me, token: stored.token === token && me.token ? me.token : stored.token });
}

/**
 * The user as the server knows them now, asked at most every few seconds unless something has just happened. As stored if
 * the server cannot be reached; null if the session has ended.
 */
export async function freshUser(keptForMs = KEPT_FOR_MS): Promise<SignedInUser | null> {
  const stored = readUser();
  if (stored === null) return null;
  // A log-in, a verified email and a renewed token bring the same answer along.
  if (Date.now() - heardAt() < keptForMs) return stored;
  if (asked?.token !== stored.token || Date.now() - asked.at > keptForMs) {
    asked = { token: stored.token, at: Date.now(), answer: reread(stored.token) };
  }
  const mine = asked;
  try {
    await mine.answer;
  } catch {
    // A failed answer is no answer to keep.
    if (asked === mine) asked = undefined;
  }
  return readUser();
}
