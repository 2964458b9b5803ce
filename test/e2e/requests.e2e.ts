import { logIn } from '@app/contracts/identity/sessions.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '@app/demo/people.ts';
import { startRelay } from '../support/relay.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { untilLoadedIsKept } from './offline.ts';
import { PHONE } from './phone.ts';
import { bytesAtRest } from './visit-weight.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * The requests of a signed-in page with an empty cache include files for offline use. A researcher's home
 * also loads today's meetings, undecided applicants, the budget and deleted projects.
 */
for (const [who, path, most] of [
  ['abena', '/dashboard/browse-studies', 25],
  ['ama', '/dashboard/projects', 29],
] as const) {
  test(`${path}, opened with an empty cache, makes at most ${most} requests @full`, async ({
    newContext,
    product,
  }) => {
    const relay = await startRelay();
    relay.leadTo(Number(new URL(product.url).port));
    try {
      const origin = `http://localhost:${relay.port}`;
      const body = { email: DEMO_PEOPLE[who].email, password: DEMO_PASSWORD };
      const user = JSON.stringify(await callProduct(product, logIn, { body }));
      const storageState = {
        cookies: [],
        origins: [{ origin, localStorage: [{ name: 'user', value: user }] }],
      };
      const page = await (await newContext({ ...PHONE, baseURL: origin, storageState })).newPage();
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
      await untilLoadedIsKept(page);
      await bytesAtRest(relay);
      expect(relay.asked()).toContain(path);
      expect(relay.asked().length, relay.asked().join('\n')).toBeLessThanOrEqual(most);
    } finally {
      relay.close();
    }
  });
}
