import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import type { Problem } from '@app/contracts/errors.ts';
import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { refreshSession } from '@app/contracts/identity/sessions.ts';
import { networkFailure } from './failure.ts';

interface RenewalDeps {
  fetch: (address: string, init: RequestInit) => Promise<Response>;
  /** A renewal replaces the refresh cookie, so two simultaneous renewals would look like theft. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  readUser: () => SignedInUser | null;
  storeUser: (user: SignedInUser) => void;
  clearDevice: () => void;
  newKey: () => string;
}

/**
 * Returns the token that replaces `stale`, or null if the session has ended. `stale` is null if the browser
 * has lost the token.
 */
export function createRenewal({ fetch, alone, readUser, storeUser, clearDevice, newKey }: RenewalDeps) {
  // If the response to a renewal is lost, the retry sends the same Idempotency-Key. A second renewal would
  // look like theft.
  let last: { stale: string | null; key: string } | undefined;
  return (stale: string | null): Promise<string | null> =>
    alone(async () => {
      const user = readUser();
      // There is no user, so another tab has logged out.
      if (user === null && stale !== null) return null;
      // Another call or tab has already renewed the token.
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
        if (refusal?.code === 'SESSION_REVOKED') clearDevice();
        return null;
      }
      const { content } = (await response.json().catch((error: unknown) => {
        throw networkFailure(error);
      })) as { content: SignedInUser };
      // If another tab has logged out since, this response must not undo that.
      if (user !== null && readUser() === null) return null;
      storeUser(content);
      return content.token;
    });
}
