import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type ServiceContract, endpoint } from '@app/contracts/endpoint.ts';
import { noAuthority } from '../test/no-authority.ts';
import { createLog } from './log.ts';
import { createRoute } from './route.ts';
import { attachmentHeader, sendFile } from './send-result.ts';
import { createServer } from './server.ts';
import { IS_FULL } from '@app/test/support/sizes.ts';

const fileEndpoint = <const Path extends `/${string}`>(path: Path) =>
  endpoint({
    method: 'GET',
    path,
    summary: 'A file',
    access: 'ANYONE',
    file: 'text/csv',
    errors: ['STUDY_NOT_FOUND'],
  });
const endpoints = {
  whole: fileEndpoint('/whole'),
  missing: fileEndpoint('/missing'),
  broken: fileEndpoint('/broken'),
  endless: fileEndpoint('/endless'),
  counted: fileEndpoint('/counted'),
};
const contract = { name: 'project', title: 'Files', base: '/', endpoints } as const satisfies ServiceContract;

let app: FastifyInstance;
let origin: string;
let made: number;
let isEnded: boolean;
let requests = 0;
/** In the full form long enough that even a busy machine reads slowly, but not too slowly. */
const STALLED_MS = IS_FULL ? 20_000 : 300;
const SLOW_READINGS = IS_FULL ? 10 : 0;
beforeAll(async () => {
  app = await createServer(createLog('silent'));
  const { route } = createRoute(app, contract, noAuthority);
  route(endpoints.whole, async () => ({ name: 'Wàákyé.csv', text: lines(['a\r\n', 'ɛ 🍲\r\n']) }));
  route(endpoints.missing, async ({ fail }) => fail('STUDY_NOT_FOUND'));
  route(endpoints.broken, async () => ({ name: 'broken.csv', text: breaking() }));
  route(endpoints.endless, async () => ({ name: 'endless.csv', text: endless() }));
  route(endpoints.counted, async () => {
    requests += 1;
    return { name: 'counted.csv', text: lines([]) };
  });
  app.get('/stalling', (_request, reply) =>
    sendFile(reply, 'text/csv', { name: 'stalling.csv', text: endless() }, STALLED_MS),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  made = 0;
  isEnded = false;
});
afterAll(() => app.close());

async function* lines(given: string[]) {
  yield* given;
}
async function* breaking() {
  yield 'first\r\n';
  await pause(20);
  throw new Error('the database went away');
}
async function* endless() {
  try {
    for (;;) {
      made += 1;
      yield 'x'.repeat(10_000);
    }
  } finally {
    isEnded = true;
  }
}

test('a file is saved under its name, in pieces, as UTF-8', async () => {
  const answer = await fetch(`${origin}/whole`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Waakye.csv"; filename*=UTF-8''W%C3%A0%C3%A1ky%C3%A9.csv`,
  );
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe('a\r\nɛ 🍲\r\n');
});

test('OUT-1 a failure before the file starts is a problem response', async () => {
  const answer = await fetch(`${origin}/missing`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(await answer.json()).toMatchObject({ code: 'STUDY_NOT_FOUND' });
});

test('a failure during the download breaks the connection: half a file never looks complete', async () => {
  const answer = await fetch(`${origin}/broken`);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow('terminated');
});

test('the text is produced as it is read, and ends with its reader', async () => {
  const stop = new AbortController();
  const answer = await fetch(`${origin}/endless`, { signal: stop.signal });
  await answer.body?.getReader().read();
  let before = -1;
  // Buffers of the system take some megabytes; then no more text is produced.
  while (before !== made) {
    before = made;
    await pause(300);
  }
  expect(made).toBeLessThan(10_000);
  stop.abort();
  await expect.poll(() => isEnded).toBe(true);
});

test('a client that stops reading is disconnected, and in the full form a slow reader is not', async () => {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {}).write('GET /stalling HTTP/1.1\r\nHost: x\r\n\r\n');
  for (let reading = 0; reading < SLOW_READINGS; reading += 1) {
    await pause(STALLED_MS / 4);
    for (let taken = 0; taken < 3_000_000;) {
      const piece = socket.read() as Buffer | null;
      if (piece === null) await once(socket, 'readable');
      else taken += piece.length;
    }
  }
  if (SLOW_READINGS > 0) expect(isEnded).toBe(false);
  await expect.poll(() => isEnded).toBe(true);
});

test('a HEAD request for a file is refused, and does no work', async () => {
  const answer = await fetch(`${origin}/counted`, { method: 'HEAD' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  expect(requests).toBe(0);
});

describe('RFC 6266 names', () => {
  const nameIn = (header: string) => decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? '');
  const plainIn = (header: string) => /; filename="([\w. ()-]*)"; /.exec(header)?.[1];

  test.each([
    ['Wallet habits, round 1.csv', 'Wallet habits, round 1.csv', 'Wallet habits_ round 1.csv'],
    ["Ama's (new) 100% *.csv", "Ama's (new) 100% _.csv", 'Ama_s (new) 100_ _.csv'],
    [
      'a";filename=evil.exe\r\nSet-Cookie: a=b.csv',
      'a_;filename=evil.exe__Set-Cookie_ a=b.csv',
      'a__filename_evil.exe__Set-Cookie_ a_b.csv',
    ],
    ['../../etc/passwd.csv', '_.._etc_passwd.csv', '_.._etc_passwd.csv'],
    ['C:\\temp\\a|b?.csv', 'C__temp_a_b_.csv', 'C__temp_a_b_.csv'],
    ['invoice\u202evsc.exe.csv', 'invoice_vsc.exe.csv', 'invoice_vsc.exe.csv'],
    ['Ɛyɛ 👩🏾‍🔬.csv', 'Ɛyɛ 👩🏾‍🔬.csv', '_y_ ____.csv'],
    ['half \ud800 a letter.csv', 'half \ufffd a letter.csv', 'half _ a letter.csv'],
    [`${'🍲'.repeat(300)}.csv`, `${'🍲'.repeat(100)}.csv`, `${'_'.repeat(100)}.csv`],
  ])('%j', (given, name, plain) => {
    const header = attachmentHeader(given);
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(nameIn(header)).toBe(name);
    expect(plainIn(header)).toBe(plain);
  });
});
