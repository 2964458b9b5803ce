import { connect, type AddressInfo } from 'node:net';
import { beforeAll, expect, test, vi } from 'vitest';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { existsByEmail } from '@app/contracts/identity/accounts.ts';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { useApp } from '../../support/app.ts';
import { findAnswerFlaw } from '../responses/find-flaw.ts';
import { type Wire, openWire } from './raw-http.ts';
import { missingHeaders } from '../responses/security-headers.ts';

const app = useApp({}, undefined, { withWorkers: false });
let wire: Wire;
beforeAll(async () => {
  wire = await openWire(app.process.app);
});

const LOG_IN = `${IDENTITY_BASE}/auth/login/email-password`;
const EXISTS = `${IDENTITY_BASE}/users/exists-by-email?email=a%40b.cc`;
const get = (headers = '', url = EXISTS) =>
  `GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
const post = (headers: string, body: string) =>
  `POST ${LOG_IN} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;
const credentials = JSON.stringify({ email: 'a@b.cc', password: 'x' });

/** The bytes to send and the allowed statuses; 0 means no HTTP, or a disconnect without a response. */
const exchanges: [string, (string | Buffer)[], number[]][] = [
  ['a good request', [get()], [200]],
  ['random text', ['GARBAGE\r\n\r\n'], [400]],
  ['bytes', [Buffer.from([0, 1, 2, 3, 0xff, 13, 10, 13, 10])], [400]],
  ['a TLS greeting', [Buffer.from('160301020001000102', 'hex')], [400]],
  ['the greeting of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], [400]],
  ['HTTP/0.9', ['GET /\r\n\r\n'], [400, 404]],
  ['HTTP/9.9', ['GET / HTTP/9.9\r\nHost: x\r\n\r\n'], [400]],
  ['one word too many', ['GET / x HTTP/1.1\r\nHost: x\r\n\r\n'], [400]],
  ['a method in lower case', ['get / HTTP/1.1\r\nHost: x\r\n\r\n'], [400]],
  ['an unknown method', ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n'], [400]],
  ['line ends without a carriage return', ['GET / HTTP/1.1\nHost: x\n\n'], [400, 404]],
  ['no Host', ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n'], [400]],
  ['two Hosts', [get('Host: evil.example\r\n')], [200, 400]],
  ['a Host with a blank', ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'], [400, 404]],
  ['a blank in a header’s name', [get('Bad Name: 1\r\n')], [400]],
  ['a header without a name', [get(': 1\r\n')], [400]],
  ['a NUL in a header', [get('X: a\0b\r\n')], [400]],
  ['a lone carriage return in a header', [get('X: a\rb\r\n')], [400]],
  ['a folded header', [get('X: a\r\n b\r\n')], [200, 400]],
  ['bytes beyond ASCII in a header', [Buffer.from(get('X: \xe9\xff\r\n'), 'latin1')], [200]],
  ['a header of 17 kB', [get(`X: ${'x'.repeat(17_000)}\r\n`)], [431]],
  ['3000 headers', [get('X: y\r\n'.repeat(3000))], [431]],
  ['an address of 20 kB', [get('', `/${'x'.repeat(20_000)}`)], [431]],
  ['an address of 3 kB', [get('', `${EXISTS}${'x'.repeat(3000)}`)], [400]],
  ['an address with invalid escapes', [get('', '/%zz%ff%00')], [400, 404]],
  ['an address with dots', [get('', `${IDENTITY_BASE}/../../etc/passwd`)], [404]],
  ['an absolute address', [get('', `http://evil.example${EXISTS}`)], [400, 404, 200]],
  ['an address with a fragment', [get('', `${EXISTS}#x`)], [200, 400]],
  ['a negative length', [post('Content-Length: -1\r\n', credentials)], [400]],
  ['a length that is no number', [post('Content-Length: abc\r\n', credentials)], [400]],
  ['a length in hexadecimal', [post('Content-Length: 0x10\r\n', credentials)], [400]],
  ['two lengths', [post('Content-Length: 2\r\nContent-Length: 30\r\n', credentials)], [400]],
  ['a length and chunks', [post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n')], [400]],
  ['a length that is too small', [post('Content-Length: 5\r\n', credentials)], [400]],
  ['a length of 9 GB', [post('Content-Length: 9999999999\r\n', credentials)], [413]],
  ['chunks of random text', [post('Transfer-Encoding: chunked\r\n', 'zz\r\nnoise\r\n')], [400]],
  ['a chunk of a huge length', [post('Transfer-Encoding: chunked\r\n', 'ffffffffffffffffff\r\nx')], [400]],
  [
    'chunks beyond 96 KiB',
    [post('Transfer-Encoding: chunked\r\n', `186a0\r\n${'x'.repeat(100_000)}\r\n0\r\n\r\n`)],
    [413],
  ],
  ['an unknown encoding', [post('Transfer-Encoding: x\r\n', '')], [400, 501]],
  ['chunked after an unknown encoding', [post('Transfer-Encoding: x, chunked\r\n', '0\r\n\r\n')], [400]],
  [
    'a body in pieces',
    [post('Content-Length: 33\r\n', '{"email":"'), 'a@b.cc","pass', 'word":"x"}x'],
    [400, 401],
  ],
  ['an expectation', [get('Expect: the-unexpected\r\n')], [417, 200, 400]],
  ['an upgrade', [get('Connection: Upgrade\r\nUpgrade: websocket\r\n')], [200, 400]],
  ['OPTIONS of everything', ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'], [400, 404, 405]],
  ['OPTIONS', [get().replace('GET', 'OPTIONS')], [405]],
  ['TRACE', [get().replace('GET', 'TRACE')], [404, 405]],
  ['CONNECT', ['CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'], [0, 400, 404, 405]],
];

test.each(exchanges)('OUT-1 OUT-4 IN-5 over the wire: %s', async (_, pieces, statuses) => {
  const { status, headers, body } = await wire.exchange(...pieces);
  expect(statuses).toContain(status);
  expect((await app.process.app.inject('/livez')).statusCode).toBe(200);
  if (status === 0) return;
  expect(missingHeaders(headers)).toEqual([]);
  const endpoint = Buffer.concat(pieces.map((piece) => Buffer.from(piece))).includes(LOG_IN)
    ? logIn
    : existsByEmail;
  expect(findAnswerFlaw({ statusCode: status, headers, payload: body }, endpoint)).toBeUndefined();
});

test('a chunked body without an end is waited for, and delays no one else', async () => {
  const socket = connect({ host: '127.0.0.1', port: (app.process.app.server.address() as AddressInfo).port });
  const answered = vi.fn();
  socket.on('data', answered);
  await new Promise<void>((sent) =>
    socket.write(post('Transfer-Encoding: chunked\r\n', '5\r\nab'), () => sent()),
  );
  expect((await wire.exchange(get())).status).toBe(200);
  expect(answered).not.toHaveBeenCalled();
  socket.destroy();
});

test('a client that disconnects in mid-request does no harm to the server', async () => {
  const { port } = app.process.app.server.address() as AddressInfo;
  const whole = post('Content-Length: 32\r\n', credentials);
  for (let sent = 1; sent < whole.length; sent += 7) {
    await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.on('error', resolve).on('close', resolve);
      socket.write(whole.slice(0, sent), () =>
        sent % 2 === 0 ? socket.destroy() : socket.resetAndDestroy(),
      );
    });
  }
  expect((await wire.exchange(get())).status).toBe(200);
});
