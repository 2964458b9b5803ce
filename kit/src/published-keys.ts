import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet, errors } from 'jose';

/** A key that is published no more is taken for so long at the most, while its service answers. */
const MAX_AGE_MS = 600_000;
/** How soon a token with an unknown key may make us ask again: a key is changed rarely, a forged name is free. */
const COOL_DOWN_MS = 30_000;

/**
 * A service's public keys, fetched when the first token comes, again when a token names a key that is not among them, and
 * in the background once they are old. One fetch is under way at a time, and everybody waits for that one. While the keys
 * were never had, a failed fetch is the caller's answer; the next call tries again.
 */
export function createPublishedKeys(
  fetchKeys: () => Promise<JSONWebKeySet>,
  now: () => number = Date.now,
): JWTVerifyGetKey {
  let known: ReturnType<typeof createLocalJWKSet> | undefined;
  let fetching: ReturnType<typeof fetchNow> | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function fetchNow() {
    askedAt = now();
    try {
      known = createLocalJWKSet(await fetchKeys());
      return known;
    } finally {
      fetching = undefined;
    }
  }
  const refresh = () => (fetching ??= fetchNow());

  return async (header, token) => {
    const keys = known ?? (await refresh());
    if (now() - askedAt >= MAX_AGE_MS) refresh().catch(() => {});
    try {
      return await keys(header, token);
    } catch (error) {
      const isUnknown = error instanceof errors.JWKSNoMatchingKey;
      const mayAsk = fetching !== undefined || now() - askedAt >= COOL_DOWN_MS;
      if (!isUnknown || !mayAsk) throw error;
      return (await refresh())(header, token);
    }
  };
}
