import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { fail } from './problem.ts';
import { createServer } from './server.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

async function start(trustedProxies?: readonly string[], log = createLog('silent')) {
  const app = await createServer(log, trustedProxies);
  app.get('/address', async ({ ip }) => ({ ip }));
  stop = () => app.close();
  return app;
}

test.each([
  ['no proxy is trusted', [], '203.0.113.9', '10.0.0.7'],
  ['the caller is not a trusted proxy', ['192.0.2.1'], '203.0.113.9', '10.0.0.7'],
  ['the proxy is trusted', ['10.0.0.0/8'], '203.0.113.9', '203.0.113.9'],
  ['a caller of the trusted proxy claims to be another', ['10.0.0.7'], '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['two trusted proxies forward it', ['10.0.0.7', '10.0.0.8'], '203.0.113.9, 10.0.0.8', '203.0.113.9'],
])('ABU-3 the address of a caller when %s', async (_, proxies, forwarded, address) => {
  const app = await start(proxies);
  const answer = await app.inject({
    url: '/address',
    remoteAddress: '10.0.0.7',
    headers: { 'x-forwarded-for': forwarded, forwarded: 'for=2.2.2.2', 'x-real-ip': '3.3.3.3' },
  });
  expect(answer.json()).toEqual({ ip: address });
});

function keptLog() {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  return { lines, log };
}

test.each([
  ['/refused', 409, 'STUDY_IS_FULL'],
  ['/nowhere', 404, 'NO_SUCH_CALL'],
  ['/%zz', 400, 'MALFORMED_REQUEST'],
  ['/address', 200, undefined],
])('the log line of %s has the code, with the id of the answer', async (url, status, code) => {
  const { lines, log } = keptLog();
  const app = await start([], log);
  app.get('/refused', async () => fail('STUDY_IS_FULL'));
  const { headers } = await app.inject({ url });
  const line = lines.find(({ requestId }) => requestId === headers['x-request-id']);
  expect(line).toMatchObject({ msg: 'answered', method: 'GET', status });
  expect(line?.['code']).toBe(code);
});

test('requests that are not HTTP are logged too', async () => {
  const { lines, log } = keptLog();
  const app = await start([], log);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('hello\r\n\r\n');
  const [, body = ''] = (await text(socket)).split('\r\n\r\n');
  const { requestId } = JSON.parse(body) as { requestId: string };
  expect(lines).toContainEqual(
    expect.objectContaining({ requestId, code: 'MALFORMED_REQUEST', status: 400 }),
  );
});

test('health checks are logged when they fail', async () => {
  const { lines, log } = keptLog();
  const app = await start([], log);
  let status = 200;
  for (const url of ['/livez', '/readyz']) app.get(url, async (_, reply) => reply.code(status).send({}));
  for (status of [200, 503]) for (const url of ['/livez', '/readyz']) await app.inject({ url });
  expect(lines).toMatchObject([
    { route: '/livez', status: 503 },
    { route: '/readyz', status: 503 },
  ]);
});

const long = { words: 'a long list of studies '.repeat(200) };

async function startLong() {
  const app = await start();
  app.get('/long', async () => long);
  app.post('/long', async () => long);
  return app;
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
])('reads are compressed for a client that accepts %s', async (accepted, encoding, open) => {
  const answer = await (await startLong()).inject({ url: '/long', headers: { 'accept-encoding': accepted } });
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  expect(answer.rawPayload.length).toBeLessThan(300);
  expect(JSON.parse(open(answer.rawPayload).toString())).toEqual(long);
});

test.each([
  ['the client does not accept it', 'GET', '/long', undefined],
  ['it is short', 'GET', '/address', 'br'],
  ['it answers a request with a body', 'POST', '/long', 'br'],
] as const)('an answer is not compressed if %s', async (_, method, url, accepted) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const answer = await (await startLong()).inject({ method, url, headers });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json()).toBeTruthy();
});
