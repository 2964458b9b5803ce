import { isOnAdminPort } from '@app/contracts/endpoint.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TestApp } from '../app.ts';
import { injectUntilFirstEvent } from './first-event.ts';
import type { Sample } from './recipe.ts';
import type { Case } from './samples.ts';

/** Sends a sample unchanged, with a new key if the call needs one, unless `withKey` is false. */
export function send(
  app: TestApp,
  { base, endpoint }: Case,
  { params = {}, query = {}, body, headers }: Sample,
  token?: string,
  { withKey = true } = {},
): Promise<LightMyRequestResponse> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const request: InjectOptions = {
    method: endpoint.method,
    url: `${base}${path}`,
    query,
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(endpoint.needsKey && withKey ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
  const { app: publicApp, adminApp = publicApp } = app.process;
  const server = isOnAdminPort(endpoint) ? adminApp : publicApp;
  return endpoint.events ? injectUntilFirstEvent(server, request) : server.inject(request);
}
