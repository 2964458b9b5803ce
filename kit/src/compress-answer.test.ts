import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createLog } from './log.ts';
import { createServer } from './server.ts';

let stop: (() => Promise<void>) | undefined;
afterEach(() => stop?.());

const long = { words: 'a long list of studies '.repeat(200) };

async function start() {
  const app = await createServer(createLog('silent'));
  app.get('/long', async () => long);
  app.get('/short', async () => ({ ip: 1 }));
  app.post('/long', async () => long);
  stop = () => app.close();
  return app;
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
])('what is read comes compressed to who takes %s', async (accepted, encoding, open) => {
  const answer = await (await start()).inject({ url: '/long', headers: { 'accept-encoding': accepted } });
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
  expect(answer.rawPayload.length).toBeLessThan(300);
  expect(JSON.parse(open(answer.rawPayload).toString())).toEqual(long);
});

test.each([
  ['nobody asks for it', 'GET', '/long', undefined],
  ['it is short', 'GET', '/short', 'br'],
  ['it answers what was sent', 'POST', '/long', 'br'],
] as const)('an answer stays plain where %s', async (_, method, url, accepted) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const answer = await (await start()).inject({ method, url, headers });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.json()).toBeTruthy();
});
