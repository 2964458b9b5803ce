// Slow: a call of the load waits for ten seconds.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startLoad } from '../../scripts/cluster/load.ts';

test('a response that begins and never ends counts as none, and the load continues', async () => {
  const server = createServer((request, answer) => {
    if (request.method === 'POST') {
      answer.writeHead(request.url?.includes('/login/') ? 200 : 201);
      return void answer.end('{"content": {"token": "x"}}');
    }
    answer.writeHead(200, { 'content-length': '100' }).write('{');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const load = await startLoad(url, 20, async () => []);
  await expect.poll(() => load.calls()).toBeGreaterThan(3);
  const { failed } = await load.end(async () => {});
  expect([...failed.keys()]).toEqual(['no answer in 10 s']);
});
