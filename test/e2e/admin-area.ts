import { createHash, randomBytes } from 'node:crypto';
import type { CDPSession, Locator, Page } from '@playwright/test';
import { reportMeeting } from '@app/contracts/project/disputes.ts';
import { reportStudy } from '@app/contracts/project/reports.ts';
import { adminWords } from '@app/words/admin.ts';
import pg from 'pg';
import { freePort } from '../support/machine/ports.ts';
import { type Product, startProduct } from '../support/product.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { newAccepted, newBooked, timeIn } from './bookings.ts';
import { callProduct } from './call-product.ts';
import { test as base } from './fixtures.ts';
import { PHONE } from './phone.ts';
import { newStudy } from './studies.ts';

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

/** Brings a new admin to the home screen of the area. */
export async function enterAdminArea(page: Page, link: string): Promise<void> {
  await addAuthenticator(page);
  await page.goto(link);
  await page.getByRole('button', { name: adminWords.createPasskey }).click();
  await page.getByRole('heading', { name: adminWords.screens.home, level: 1 }).waitFor();
}

/** The admin area names a study as participants see it. */
async function newNamedStudy(product: Product) {
  const name = `Volta ${crypto.randomUUID().slice(0, 8)}`;
  return { name, ...(await newStudy(product, { name: `Internal ${name}`, publicName: name })) };
}

/** A participant reports that no one came to a meeting of a new study. */
export async function makeDispute(product: Product, database: pg.Client) {
  const made = await newNamedStudy(product);
  const { study, researcher } = made;
  const { slotId } = timeIn(3);
  await database.query(
    'insert into project.study_slots (study_id, starts_at) values ($1, $2) on conflict do nothing',
    [study.id, slotId],
  );
  const { participant, bookingId } = await newBooked(product, researcher, study, slotId);
  await database.query(
    `update project.bookings set starts_at = now() - interval '1 hour', ends_at = now() - interval '30 minutes'
    where booking_id = $1`,
    [bookingId],
  );
  const body = { kind: 'NOBODY_CAME', text: 'I waited for an hour.' };
  await callProduct(product, reportMeeting, { as: participant, params: { id: bookingId }, body });
  return { ...made, text: body.text };
}

/** A participant reports a new study. */
export async function makeReport(product: Product) {
  const made = await newNamedStudy(product);
  const { study, researcher } = made;
  const body = { reason: 'ASKS_FOR_MONEY', text: 'They asked me for my PIN.' };
  const as = await newAccepted(product, researcher, study);
  await callProduct(product, reportStudy, { as, params: { id: study.id }, body });
  return { ...made, text: body.text };
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
    async press(name: string | RegExp, role: 'link' | 'button' = 'button', within: Page | Locator = page) {
      presses += 1;
      await within.getByRole(role, { name, exact: true }).filter({ visible: true }).first().click();
    },
    presses: () => presses,
  };
}
