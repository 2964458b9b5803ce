import { createHash, randomBytes } from 'node:crypto';
import type { CDPSession, Locator, Page } from '@playwright/test';
import pg from 'pg';
import { freePort } from '../support/machine/ports.ts';
import { startProduct } from '../support/product.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { test as base } from './fixtures.ts';
import { PHONE } from './phone.ts';

export const test = base.extend<object, { adminUrl: string; database: pg.Client }>({
  adminUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => use(`http://localhost:${await freePort()}`),
    { scope: 'worker' },
  ],
  product: [
    async ({ adminUrl }, use) => {
      const product = await startProduct('one process, PostgreSQL', {
        ...wideLimits,
        ADMIN_PORT: new URL(adminUrl).port,
        ADMIN_URL: adminUrl,
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  database: [
    async ({ product }, use) => {
      const client = new pg.Client({ connectionString: product.databaseUrl });
      await client.connect();
      await use(client);
      await client.end();
    },
    { scope: 'worker' },
  ],
});

/** An authenticator of the browser with a passkey that its owner always confirms (WebAuthn 3, section 11). */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  await devTools.send('WebAuthn.addVirtualAuthenticator', { options });
  return devTools;
}

/** Returns the link that `npm run admin -- admins add` prints. */
export async function makeEnrolmentLink(database: pg.Client, adminUrl: string, roles: string[]) {
  const [secret, email] = [
    randomBytes(32).toString('base64url'),
    `efua-${crypto.randomUUID()}@institute.test`,
  ];
  await database.query(
    `insert into identity.admins (admin_id, email, name, roles, created_by, enrolment_hash, enrolment_expires_at)
    values ($1, $2, 'Efua Sarpong', $3, 'test', $4, now() + interval '1 day')`,
    [crypto.randomUUID(), email, roles, createHash('sha256').update(secret).digest()],
  );
  return { email, link: `${adminUrl}/enrol#${secret}` };
}

export const LOOKS = [
  { name: '360 px, light', viewport: PHONE.viewport, colorScheme: 'light' },
  { name: '1280 px, dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
] as const;

/** Each daily task needs no more, from the home screen. */
export const MOST_PRESSES = 5;

/** Typing is no press. */
export function countPresses(page: Page) {
  let presses = 0;
  return {
    async press(name: string, role: 'link' | 'button' = 'button', within: Page | Locator = page) {
      presses += 1;
      await within.getByRole(role, { name, exact: true }).filter({ visible: true }).first().click();
    },
    presses: () => presses,
  };
}
