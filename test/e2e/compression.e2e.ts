import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from './fixtures.ts';

interface Answered {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Returns the bytes as transferred: fetch would decompress them. */
function ask(url: string, headers: Record<string, string>): Promise<Answered> {
  return new Promise((done, fail) => {
    get(url, { headers: { accept: 'text/html,*/*', ...headers } }, (answer) => {
      buffer(answer).then(
        (body) => done({ status: answer.statusCode, headers: answer.headers, body }),
        (error: Error) => fail(error),
      );
    }).on('error', fail);
  });
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' };

test('pages and files are compressed for clients that accept it, and plain for others', async ({
  product,
}) => {
  const { body: home } = await ask(product.url, {});
  const script = /\/assets\/start-[^"]+\.css/.exec(home.toString())![0];
  for (const path of ['/', '/login', '/dashboard/projects', '/no/such/page', script]) {
    const plain = await ask(`${product.url}${path}`, {});
    expect(plain.headers['content-encoding'], path).toBeUndefined();
    expect(plain.headers['vary'], path).toMatch(/accept-encoding/i);

    const brotli = await ask(`${product.url}${path}`, browser);
    expect(brotli.headers['content-encoding'], path).toBe('br');
    expect(brotliDecompressSync(brotli.body).equals(plain.body), path).toBe(true);
    expect(brotli.status, path).toBe(plain.status);
    for (const header of ['content-type', 'content-security-policy', 'cache-control', 'vary'])
      expect(brotli.headers[header], `${path} ${header}`).toEqual(plain.headers[header]);

    const gzip = await ask(`${product.url}${path}`, { 'accept-encoding': 'gzip' });
    expect(gzip.headers['content-encoding'], path).toBe('gzip');
    expect(gunzipSync(gzip.body).equals(plain.body), path).toBe(true);
  }
});

test('unchanged content is not sent again, and no two encodings share an ETag', async ({ product }) => {
  const tags = new Set<string>();
  for (const headers of [{}, browser, { 'accept-encoding': 'gzip' }]) {
    const first = await ask(`${product.url}/login`, headers);
    const tag = first.headers.etag!;
    tags.add(tag);
    const again = await ask(`${product.url}/login`, { ...headers, 'if-none-match': tag });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
  }
  expect(tags.size).toBe(3);
});

test('hashed files are cached for a year, the icon for a day; compressed files have no address of their own', async ({
  product,
}) => {
  const { body } = await ask(product.url, {});
  const font = /\/assets\/noto-sans-[^"]+\.woff2/.exec(body.toString())![0];
  const answer = await ask(`${product.url}${font}`, browser);
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(answer.headers['content-type']).toBe('font/woff2');
  expect(answer.headers['content-encoding']).toBeUndefined();
  const icon = await ask(`${product.url}/icon.svg`, browser);
  expect(icon.headers['cache-control']).toBe('public, max-age=86400');
  for (const file of ['icon.svg.br', 'index.html', 'login/index.html', '__spa-fallback.html'])
    expect((await ask(`${product.url}/${file}`, { accept: '*/*' })).status, file).toBe(404);
});
