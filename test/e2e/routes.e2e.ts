import type { Page } from '@playwright/test';
import { IDENTITY_BASE } from '@app/contracts/bases.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { expect, test } from './fixtures.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a page whose code loads before React still hydrates its HTML', async ({ visit }) => {
  const page = await visit();
  // React schedules its work by messages to itself: holding them back keeps it from starting.
  await page.addInitScript(`
    const held = [];
    const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...message) {
      if (held.hasEnded) post.apply(this, message);
      else held.push(() => post.apply(this, message));
    };
    window.letReactBegin = () => {
      held.hasEnded = true;
      held.splice(0).forEach((go) => go());
    };`);
  await page.goto(`/decline-company/unknown/${DEMO_PEOPLE.kojo.userId}`, { waitUntil: 'networkidle' });
  await page.evaluate('letReactBegin()');
  // A hydration mismatch would be a page error, which fails every test.
  await expect(heading(page, 'This link is not valid')).toBeVisible();
});

test('D-12 the demo’s own page signs in with one press', async ({ visit }) => {
  const page = await visit();
  await page.goto('/dev');
  await page.getByRole('button', { name: 'Be Ama' }).click();
  await expect(heading(page, 'My Projects')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('an unknown call, or one with another method, is answered as a call and never as a page', async ({
  product,
}) => {
  const login = `${product.url}${IDENTITY_BASE}/auth/login/email-password`;
  const byAnother = await fetch(login, { headers: { accept: 'text/html,*/*' } });
  expect([byAnother.status, byAnother.headers.get('allow')]).toEqual([405, 'POST']);
  for (const { base } of CONTRACTS) {
    const answer = await fetch(`${product.url}${base}/nope`, { headers: { accept: 'text/html,*/*' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  }
});
