import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { PAYMENT_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { createLog } from '@app/kit/log.ts';
import { readHostConfig } from '../../../apps/host/src/config.ts';
import { openHost } from '../../../apps/host/src/host.ts';

/** This certificate is self-signed. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBhDCCASugAwIBAgIUOarBvGQkk3/sOmjpZvxGBj7kYjMwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMYW5vdGhlci50ZXN0MCAXDTI2MTEyNjAzNDgwN1oYDzIxMjYx
MTAyMDM0ODA3WjAXMRUwEwYDVQQDDAxhbm90aGVyLnRlc3QwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAR7UpBO7v9jG9tKF3YFUwIIwTjhWo0uNkA9hAIeuHFMhN6K
1qcHN5YQCo8r8uJkLCacLU4Msgu9rZcnMq9sGNxWo1MwUTAdBgNVHQ4EFgQUE10e
Z4+MWdIfBfVxTpfbYUJSwIAwHwYDVR0jBBgwFoAUE10eZ4+MWdIfBfVxTpfbYUJS
wIAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiB5lbrdEfKO5Eyb
X0xL9BTBg92j6B/zkVQhxoc/F9TO5AIgSGqV0YN85ry8ZnfsfV492Th0R6zpVL2T
A23pHl7KF50=
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtryK8aCNZAqFqxkB
0qJaPkDTKL17BdCwZlUd8cA/IpahRANCAAR7UpBO7v9jG9tKF3YFUwIIwTjhWo0u
NkA9hAIeuHFMhN6K1qcHN5YQCo8r8uJkLCacLU4Msgu9rZcnMq9sGNxW
-----END PRIVATE KEY-----`;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a process with only the web pages before this server, and collects its log. */
async function openWeb(server: Server, scheme: 'http' | 'https') {
  const origin = `${scheme}://127.0.0.1:${await listen(server)}`;
  const settings = { SERVICES: 'web', IDENTITY_URL: origin, PAYMENT_URL: origin, PROJECT_URL: origin };
  let logged = '';
  const log = createLog('info', { write: (line: string) => (logged += line) });
  const { app } = await openHost(readHostConfig(settings), log);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await app.close();
  });
  return { url, logged: () => logged };
}

test('D-31 calls get through, however many pages listen through the process of the web pages', async () => {
  const upstream = createServer((request, response) => {
    if (!request.url?.endsWith('/events')) return response.end('{}');
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  });
  const { url } = await openWeb(upstream, 'http');
  const pages = await Promise.all(
    Array.from({ length: 150 }, () => fetch(`${url}${PROJECT_BASE}/notifications/events`)),
  );
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  expect((await fetch(`${url}${PROJECT_BASE}/projects`)).status).toBe(200);
  await Promise.all(pages.map(async ({ body }) => body?.cancel()));
});

test('a remote service that cannot prove its identity receives nothing', async () => {
  let requests = 0;
  const upstream = createSecureServer({ cert: CERTIFICATE, key: KEY }, (_, response) => {
    requests += 1;
    response.end('{}');
  });
  const { url } = await openWeb(upstream, 'https');
  const headers = { authorization: 'Bearer mine' };
  expect((await fetch(`${url}${PROJECT_BASE}/projects`, { headers })).status).toBe(503);
  expect(requests).toBe(0);
});

test('no address of a call through the process of the web pages is logged', async () => {
  const upstream = createServer((_, response) => response.end('{}'));
  const { url, logged } = await openWeb(upstream, 'http');
  expect((await fetch(`${url}${PAYMENT_BASE}/callbacks/mtn/a-secret-key`, { method: 'POST' })).status).toBe(
    200,
  );
  await expect.poll(logged).toContain('"answered"');
  expect(logged()).not.toContain('a-secret-key');
});
