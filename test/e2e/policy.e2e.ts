import { createHash } from 'node:crypto';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { missingHeaders } from '../suites/responses/security-headers.ts';
import { expect, test } from './fixtures.ts';
import { watchTroubles } from './page-errors.ts';

test.use({ serviceWorkers: 'allow' });

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const pages = [
  '/',
  '/about',
  '/contact-us',
  '/privacy-policy',
  '/terms-and-conditions',
  '/login',
  '/participant-login',
  '/signup',
  '/participant-signup',
  '/forgot-password',
  '/verification-failed',
  '/verifying-confirmation/esi@example.com',
  '/reset-password/nobody?token=unknown',
  '/dashboard/projects',
  '/no/such/page',
  '/dashboard/no/such/page',
];
/**
 * The hashes of the page's own inline scripts are added. Nothing else may run, and no other site is called.
 */
const STRICT =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; object-src 'none'; " +
  "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker";
const HASH = / '(sha256-[^']+)'/g;

/** A built file is not a document, and there are so many that each header costs (apps/host/src/web.ts). */
const LEFT_OUT_OF_ASSETS = [
  'content-security-policy: undefined',
  'referrer-policy: undefined',
  'cross-origin-opener-policy: undefined',
  'permissions-policy: undefined',
  'x-request-id: undefined',
];

/** OUT-4 requires these of every response; the caching time depends on the file. */
const lacking = (answer: Response) =>
  missingHeaders(Object.fromEntries(answer.headers)).filter((line) => !line.startsWith('cache-control'));

test('OUT-3 OUT-4 every page has a strict policy that allows its own inline scripts and no others', async ({
  product,
}) => {
  for (const path of pages) {
    const answer = await fetch(product.url + path, { headers: asBrowser });
    const html = await answer.text();
    const policy = answer.headers.get('content-security-policy') ?? '';
    const status = path.includes('/no/') ? 404 : 200;
    expect.soft([path, answer.status, policy.replaceAll(HASH, '')]).toEqual([path, status, STRICT]);
    expect.soft([path, lacking(answer)]).toEqual([path, []]);
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, source = '']) => `sha256-${createHash('sha256').update(source).digest('base64')}`,
    );
    const hashes = [...policy.matchAll(HASH)].map(([, hash]) => hash);
    expect.soft([path, new Set(hashes)]).toEqual([path, new Set(inline)]);
    // Handlers in attributes would need a policy that allows inline code.
    expect.soft([path, html.match(/<[a-z][^>]*\s(on\w+|style)=/g)]).toEqual([path, null]);
  }
});

test('OUT-3 OUT-4 errors have the same headers, and files the headers that apply to files', async ({
  product,
}) => {
  const home = await (await fetch(`${product.url}/login`, { headers: asBrowser })).text();
  const files = [...home.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|woff2))#?"/g)].map(
    ([, path]) => path!,
  );
  expect(files.some((path) => path.endsWith('.js')) && files.some((path) => path.endsWith('.css'))).toBe(
    true,
  );
  const asked: [path: string, status: number, init?: RequestInit][] = [
    ...files.map((path): [string, number] => [path, 200]),
    ['/assets/no-such-file.js', 404],
    ['/no-such-picture.png', 404],
    ['/.env', 404],
    ['/.git/config', 404],
    ['/%zz', 400],
    [`${IDENTITY_BASE}/nothing`, 404, { headers: asBrowser }],
    [`${IDENTITY_BASE}/users/me`, 401],
    [`${IDENTITY_BASE}/users/verify-email`, 405],
    [
      `${IDENTITY_BASE}/users/verify-email`,
      413,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: ' '.repeat(100_000) },
    ],
  ];
  for (const [path, status, init = { headers: { accept: '*/*' } }] of asked) {
    const answer = await fetch(product.url + path, init);
    await answer.arrayBuffer();
    const leftOut = path.startsWith('/assets/') && answer.ok ? LEFT_OUT_OF_ASSETS : [];
    expect.soft([path, answer.status, lacking(answer)]).toEqual([path, status, leftOut]);
    if (leftOut.length === 0)
      expect
        .soft(answer.headers.get('content-security-policy'), path)
        .toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
  }
});

test('OUT-3 the policy blocks injected content, and the check of these tests detects it @full', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const troubles: string[] = [];
  await watchTroubles(context, (trouble) => troubles.push(trouble));
  const page = await context.newPage();
  const attempts: [what: RegExp, inPage: string][] = [
    [/require-trusted-types-for/, `document.body.innerHTML = '<img src=x onerror="xss = 1">'`],
    [/require-trusted-types-for/, `setTimeout('xss = 1')`],
    [/require-trusted-types-for/, `document.body.setAttribute('onclick', 'xss = 1')`],
    [/script-src/, `import('data:text/javascript,xss = 1').catch(() => {})`],
    [/style-src/, `document.body.setAttribute('style', 'color: red')`],
    [/img-src/, `new Image().src = 'https://example.com/seen.png'`],
    [/connect-src/, `fetch('https://example.com').catch(() => {})`],
    [
      /base-uri/,
      `document.head.append(Object.assign(document.createElement('base'), { href: '//example.com' }))`,
    ],
    [
      /frame-src|default-src/,
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '/about' }))`,
    ],
    [/thrown on purpose/, `queueMicrotask(() => { throw new Error('thrown on purpose'); })`],
  ];
  for (const [what, attempt] of attempts) {
    await page.goto('/login', { waitUntil: 'networkidle' });
    troubles.length = 0;
    // Trusted Types also throw when they block.
    await page.evaluate(`void (${attempt})`).catch(() => undefined);
    await expect.poll(() => troubles.filter((trouble) => what.test(trouble)), attempt).not.toEqual([]);
    expect(await page.evaluate('globalThis.xss')).toBeUndefined();
  }
  await context.close();
});
