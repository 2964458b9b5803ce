import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { Problem } from '@app/contracts/errors.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { refreshSession } from '@app/contracts/identity/session.ts';
import { networkFailure } from './failure.ts';

/** What renewal needs of the browser; tests bring their own. */
interface RenewalEdges {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** Runs one at a time across all tabs: the refresh cookie rotates, and two at once would look like theft. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  readUser: () => SignedInUser | null;
  storeUser: (user: SignedInUser) => void;
  /** Removes everything that this browser keeps: its session was ended on purpose. */
  forgetAll: () => void;
  newKey: () => string;
}

/** The access token that follows `stale`, null where this browser has lost it; or null where the session has ended. */
export function createRenewal({ fetch, alone, readUser, storeUser, forgetAll, newKey }: RenewalEdges) {
  // A lost renewal is repeated under its Idempotency-Key: as a second one it would look like theft.
  let last: { stale: string | null; key: string } | undefined;
  return (stale: string | null): Promise<string | null> =>
    alone(async () => {
      const user = readUser();
      // Another tab has logged out while this one waited.
      if (user === null && stale !== null) return null;
      // Another call or another tab has renewed it while this one waited.
      if (user !== null && user.token !== stale) return user.token;
      if (last === undefined || last.stale !== stale) last = { stale, key: newKey() };
      let response: Response;
      try {
        response = await fetch(`${IDENTITY_BASE}${refreshSession.path}`, {
          method: refreshSession.method,
          headers: { Accept: 'application/json', 'Idempotency-Key': last.key, 'X-Requested-With': 'fetch' },
        });
      } catch (error) {
        throw networkFailure(error);
      }
      if (response.status >= 500 || response.status === 429 || response.status === 409)
        throw networkFailure(response.status);
      last = undefined;
      if (!response.ok) {
        const refusal = (await response.json().catch(() => undefined)) as Partial<Problem> | undefined;
        if (refusal?.code === 'SESSION_REVOKED') forgetAll();
        return null;
      }
      const { content } = (await response.json().catch((error: unknown) => {
        throw networkFailure(error);
      })) as { content: SignedInUser };
      // Another tab has logged out meanwhile: the answer must not bring the person back.
      if (user !== null && readUser() === null) return null;
      storeUser(content);
      return content.token;
    });
}
