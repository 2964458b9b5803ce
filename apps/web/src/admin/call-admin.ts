import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { IDENTITY_BASE, PAYMENT_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import type { EndpointShape, ServiceName } from '@app/contracts/endpoint.ts';
import { renewAdminSession } from '@app/contracts/identity/admin-sign-in.ts';
import { type CallArguments, type CallResult, createCaller } from '../api/caller.ts';
import { CallFailed } from '../api/failure.ts';
import { adminKey } from '../api/keys.ts';
import { endSessionOfScreen, isAdminTokenOld, readAdminSession, storeAdminSession } from './session.ts';

let renewing: Promise<string | null> | undefined;

/**
 * A refusal ends the session, but a lost connection does not. If another admin has signed in, this screen
 * ends, so that nothing typed is sent in the other admin's name.
 */
function renew(): Promise<string | null> {
  renewing ??= callAsAdmin
    .identity(renewAdminSession)
    .then(
      (session) => {
        const email = readAdminSession()?.email ?? session.email;
        if (email !== session.email) {
          storeAdminSession(null);
          return null;
        }
        storeAdminSession(session);
        return session.token;
      },
      (error: unknown) => {
        if (!(error instanceof CallFailed) || error.code !== 'NOT_SIGNED_IN') throw error;
        endSessionOfScreen();
        return null;
      },
    )
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

const edges = {
  fetch: (address: string, init: RequestInit) => fetch(address, init),
  readUser() {
    const session = readAdminSession();
    return session ? { userId: session.email, token: session.token } : null;
  },
  fresh: async (token: string) => (isAdminTokenOld() ? ((await renew()) ?? token) : token),
  renew,
  alone: <T>(work: () => Promise<T>) => work(),
  endSession: endSessionOfScreen,
  newKey: () => crypto.randomUUID(),
  wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
};

/** Call it as `callAsAdmin.identity(endpoint, { params })`. Throws CallFailed. */
export const callAsAdmin = {
  identity: createCaller(IDENTITY_BASE, edges),
  payment: createCaller(PAYMENT_BASE, edges),
  project: createCaller(PROJECT_BASE, edges),
};

/** When a page starts, the cookie may belong to a session that is still running. */
export const resumeAdminSession = renew;

/** A repeated read would renew the token and keep an idle session alive. */
export const adminQueries = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' } },
});

export function adminRead<const E extends EndpointShape>(
  service: ServiceName,
  endpoint: E,
  ...given: CallArguments<E>
) {
  const [input] = given;
  return queryOptions<CallResult<E>>({
    queryKey: adminKey(`${service} ${endpoint.path}`, input),
    queryFn: ({ signal }) =>
      callAsAdmin[service](endpoint, ...([input, signal] as unknown as CallArguments<E>)),
  });
}

/** After each action, everything on the screen is read again. */
export const useAdminRead = <const E extends EndpointShape>(
  service: ServiceName,
  endpoint: E,
  ...given: CallArguments<E>
) => useQuery(adminRead(service, endpoint, ...given));
