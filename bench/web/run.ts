/**
 * `npm run bench:web` measures how large pages are and how soon a phone shows them, beside an empty React
 * app.
 */
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { logIn } from '@app/contracts/identity/sessions.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import { buildWeb } from '../../scripts/web-build.ts';
import { startRelay } from '../../test/support/relay.ts';
import { callProduct } from '../../test/e2e/call-product.ts';
import { weigh } from '../../test/e2e/page-weight.ts';
import { newDay } from '../../test/e2e/participant-day.ts';
import { PHONE } from '../../test/e2e/phone.ts';
import { be } from '../../test/e2e/steps.ts';
import { weighFirstVisit } from '../../test/e2e/visit-weight.ts';
import { chromiumArgs, findChromium } from '../../test/support/machine/chromium.ts';
import { freePort } from '../../test/support/machine/ports.ts';
import { startProduct } from '../../test/support/product.ts';
import { wideLimits } from '../../test/support/wide-limits.ts';
import { buildEmptyApp } from './empty-app.ts';
import { type Report, measurePage } from './lighthouse.ts';
import { feelPages } from './interactions.ts';
import { makeCertificate, passTo, serveSecurely } from './secure-server.ts';

const weighed: [path: string, as?: keyof typeof DEMO_PEOPLE][] = [
  ['/'],
  ['/about'],
  ['/privacy-policy'],
  ['/login'],
  ['/signup'],
  ['/participant-signup'],
  ['/forgot-password'],
  ['/verification-failed'],
  ['/dashboard/projects', 'ama'],
  ['/dashboard/browse-studies', 'abena'],
  ['/dashboard/studies', 'abena'],
];

/** Lighthouse keeps stored data, so a signed-in person stays signed in. */
const signedIn: [path: string, as: keyof typeof DEMO_PEOPLE][] = [
  ['/dashboard/projects', 'ama'],
  ['/dashboard/browse-studies', 'abena'],
];

const print = (line: string) => process.stdout.write(`${line}\n`);
const kib = (bytes: number | undefined) => ((bytes ?? 0) / 1024).toFixed(1);

function sayReport(name: string, { scores, largestPaintMs, blockedMs, layoutShift, bytes }: Report): void {
  const all = Object.values(bytes).reduce((total, part) => total + part, 0);
  const kinds = ['Document', 'Script', 'Stylesheet', 'Font'].map((kind) => kib(bytes[kind]));
  const times = [
    `${(largestPaintMs / 1000).toFixed(2)} s`,
    `${Math.round(blockedMs)} ms`,
    layoutShift.toFixed(3),
  ];
  print(`| ${[name, scores.join(' / '), ...times, ...kinds, kib(all)].join(' | ')} |`);
}

const root = join(import.meta.dirname, '..', '..');
await buildWeb(print);
const [securePort, emptyPort, browserPort] = [await freePort(), await freePort(), await freePort()];
// All requests of the browser to the product pass this relay, which counts them.
const relay = await startRelay();
relay.leadTo(securePort);
const productUrl = `https://localhost:${relay.port}`;
const emptyUrl = `https://localhost:${emptyPort}`;
const product = await startProduct('one process, embedded database', {
  ...wideLimits,
  PUBLIC_URL: productUrl,
});
const certificate = makeCertificate();
const servers = [
  await serveSecurely(securePort, certificate, passTo(product.url)),
  await serveSecurely(emptyPort, certificate, await buildEmptyApp(root)),
];
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [
    ...chromiumArgs,
    `--remote-debugging-port=${browserPort}`,
    `--ignore-certificate-errors-spki-list=${certificate.fingerprint}`,
  ],
});
/** Lighthouse's pages open in the browser's default context. */
const own = (await chromium.connectOverCDP(`http://localhost:${browserPort}`)).contexts()[0]!;

try {
  print(`Load ${loadavg()[0]!.toFixed(1)}, Chromium ${browser.version()}, Node.js ${process.version}\n`);
  print('| Lighthouse, phone, slow 4G | scores | LCP | TBT | CLS | HTML | JS | CSS | fonts | all KiB |');
  print('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  sayReport('empty React app', await measurePage(`${emptyUrl}/`, browserPort));
  sayReport('home', await measurePage(`${productUrl}/`, browserPort));
  sayReport('log-in', await measurePage(`${productUrl}/login`, browserPort));
  for (const [path, as] of signedIn) {
    const page = await own.newPage();
    await page.goto(`${productUrl}/about`);
    const body = { email: DEMO_PEOPLE[as].email, password: DEMO_PASSWORD };
    const user = await callProduct(product, logIn, { body });
    await page.evaluate((stored) => localStorage.setItem('user', stored), JSON.stringify(user));
    await page.close();
    sayReport(path, await measurePage(`${productUrl}${path}`, browserPort));
  }

  print('\n| Cold load, KiB of brotli | HTML | JS | CSS | fonts | all | files |');
  print('| --- | --- | --- | --- | --- | --- | --- |');
  for (const [path, as] of weighed) {
    const context = await browser.newContext({
      baseURL: productUrl,
      ignoreHTTPSErrors: true,
      // Responses through a service worker are measured uncompressed.
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    if (as) await be(page, as);
    await page.goto(path);
    const { html, scripts, styles, fonts, all, files } = await weigh(page);
    const sizes = [html, scripts, styles, fonts, all].map((size) => size.toFixed(1));
    print(`| ${[path, ...sizes, files].join(' | ')} |`);
    await context.close();
  }

  print('\n| A participant’s first visit, KiB over HTTP/2 and TLS | down | up |');
  print('| --- | --- | --- |');
  // A browser that ignores certificate errors caches nothing: it would fetch every file once per page.
  const context = await browser.newContext({ ...PHONE, baseURL: productUrl });
  const weights = await weighFirstVisit(await newDay(await context.newPage(), product), relay);
  for (const { step, down, up } of weights) print(`| ${step} | ${kib(down)} | ${kib(up)} |`);
  const total = (way: 'down' | 'up') => weights.reduce((sum, weight) => sum + weight[way], 0);
  print(`| in all | ${kib(total('down'))} | ${kib(total('up'))} |`);
  await context.close();
  await feelPages(browser, product, print);
} finally {
  await browser.close();
  relay.close();
  for (const server of servers) server.close();
  await product.stop();
}
process.exit();
