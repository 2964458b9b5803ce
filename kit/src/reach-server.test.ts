import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from './log.ts';
import { openPostgres } from './postgres-engine.ts';
import { waitForServer } from './reach-server.ts';

const log = createLog('silent');

async function startWith(url: string): Promise<string> {
  const engine = openPostgres({ url, poolSize: 1, log });
  onTestFinished(() => engine.close());
  return waitForServer(engine.owner, { waitSeconds: 0, log }).then(
    () => 'it started',
    (error: Error) => error.message,
  );
}

/** A server that answers every connection with this error, in PostgreSQL's protocol. */
async function refusing(code: string): Promise<string> {
  const fields = Buffer.from(`SFATAL\0C${code}\0Mno\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([head, fields])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `postgres://somebody:secret@127.0.0.1:${(server.address() as AddressInfo).port}/research`;
}

test.each([
  ['28P01', 'the server refuses its user and password'],
  ['28000', 'the server refuses its user'],
  ['3D000', 'the server has no such database: create it'],
  ['08P01', 'a pooler answers that takes no start-up options'],
  ['53300', 'the server takes no more connections'],
  ['57P03', 'no server can be used there: start it'],
])('for a server that answers %s, the message names the setting and the remedy', async (code, remedy) => {
  const message = await startWith(await refusing(code));
  expect(message).toContain(`DATABASE_URL: ${remedy}`);
  expect(message).not.toContain('secret');
  // This setting is not for operators.
  expect(message).not.toContain('DATABASE_WAIT_SECONDS');
});

test('so it does for an unreachable server, and for an unknown host', async () => {
  expect(await startWith('postgres://me@127.0.0.1:1/x')).toContain(
    'DATABASE_URL: no server can be used there',
  );
  expect(await startWith('postgres://me@nowhere.invalid/x')).toContain('DATABASE_URL: no such host is known');
});
