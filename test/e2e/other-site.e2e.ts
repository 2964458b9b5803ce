import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { expect, test } from './fixtures.ts';

/** These calls need no token and no CORS permission: each counts for the address that it comes from. */
const CALLS = [
  ['GET', '/auth/login/oauth2/authorization/google?code=x&state=y'],
  ['POST', '/auth/refresh'],
  ['GET', '/users/exists-by-email?email=somebody%40example.test'],
  ['POST', '/auth/login/email-password'],
] as const;

test('a request from another site is refused before it uses up the address’s rate limit', async ({
  browser,
  product,
}) => {
  const site = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,">');
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`);
    // The page itself cannot read the responses, so the test asks the browser.
    const answered: number[] = [];
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    session.on('Network.responseReceivedExtraInfo', ({ statusCode }) => answered.push(statusCode));
    for (const [method, path] of CALLS) {
      const address = JSON.stringify(`${product.url}${IDENTITY_BASE}${path}`);
      await page.evaluate(
        `fetch(${address}, { mode: 'no-cors', method: '${method}' }).then(() => {}, () => {})`,
      );
    }
    await expect.poll(() => answered).toEqual(CALLS.map(() => 403));
  } finally {
    await page.close();
    site.close();
  }
});
