import type { Page } from '@playwright/test';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import { browseStudies } from '@app/contracts/project/browsing.ts';
import { aboutWords as about } from '@app/words/about.ts';
import { contactWords as contact } from '@app/words/contact-us.ts';
import { frameWords as frame } from '@app/words/frame.ts';
import { homeWords as home } from '@app/words/home.ts';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { notFoundWords } from '@app/words/not-found.ts';
import { previewWords } from '@app/words/previews.ts';
import { startProcess, stopProcess } from '../support/product.ts';
import { WIDTHS } from '../support/sizes.ts';
import { callProduct } from './call-product.ts';
import { expect, test } from './fixtures.ts';
import { sizeOf } from './layout.ts';
import { logInAs } from './screens/screen-data.ts';
import { be } from './steps.ts';

const asBrowser = { accept: 'text/html,*/*;q=0.8' };
const within = (page: Page) => page.getByRole('main');

/** Reads the preview of a link (Open Graph). */
async function previewOf(url: string): Promise<Record<string, string>> {
  const html = await (await fetch(url, { headers: asBrowser })).text();
  const tags = [...html.matchAll(/<meta property="(og:[\w:]+)" content="([^"]*)"/g)];
  return Object.fromEntries(tags.map(([, name, content]) => [name!, content!]));
}

test('S-101 the first screen of the home page addresses both roles, and the page is half as long @full', async ({
  visit,
}) => {
  for (const [width, height, most] of [
    [360, 740, 2607],
    [1280, 800, 1418],
  ] as const) {
    const page = await visit();
    await page.setViewportSize({ width, height });
    await page.goto('/');
    for (const [name, to] of [
      [frame.recruit, '/signup'],
      [frame.takePart, '/participant-signup'],
    ] as const) {
      const way = within(page).getByRole('link', { name, exact: true });
      await expect(way).toBeInViewport({ ratio: 1 });
      await expect(way).toHaveAttribute('href', to);
    }
    const size = await sizeOf(page);
    expect(size.height).toBeLessThanOrEqual(most);
    expect(size.width).toBe(width);
    for (const [action, id] of [
      ['Who we are', 'runs'],
      ['What we check', 'tick'],
      ['Who sees what', 'data'],
    ] as const) {
      await page.goto('/');
      await within(page).getByRole('link', { name: action }).click();
      await expect(page.locator(`#${id} h2`)).toBeInViewport();
    }
  }
});

test('S-101 the home page offers a signed-in person to continue, as HTML and after rendering @full', async ({
  visit,
}) => {
  for (const width of WIDTHS) {
    const page = await visit();
    await page.setViewportSize({ width, height: 740 });
    const goOn = within(page).getByRole('link', { name: home.goOn.action, exact: true });
    const signUp = within(page).getByRole('link', { name: frame.recruit });
    const byScript = async () => {
      await page.goto('/no/such/page');
      await page.getByRole('link', { name: notFoundWords.goHome }).click();
      await expect(page.getByRole('heading', { name: home.heading })).toBeVisible();
    };
    await be(page, 'abena');
    for (const open of [byScript, () => page.goto('/')]) {
      await open();
      await expect(goOn).toBeInViewport();
      await expect(signUp).toHaveCount(0);
      await expect(page.getByRole('link', { name: frame.logIn, exact: true })).toHaveCount(0);
    }
    await goOn.click();
    await expect(page).toHaveURL(/\/dashboard\/browse-studies$/);

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    for (const open of [byScript, () => page.goto('/')]) {
      await open();
      await expect(signUp).toBeVisible();
      await expect(goOn).toHaveCount(0);
      await expect(page.getByRole('link', { name: frame.logIn, exact: true })).toBeVisible();
    }
  }
});

test('S-101 a personalised page is not stored by shared caches, and is revalidated by its ETag', async ({
  product,
}) => {
  const ask = (headers: Record<string, string>) =>
    fetch(product.url, { headers: { ...asBrowser, ...headers } });
  const [guest, known] = [await ask({}), await ask({ cookie: '__Host-refresh=anything' })];
  for (const answer of [guest, known]) {
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(answer.headers.get('vary')).toMatch(/cookie/i);
  }
  const [guestTag, knownTag] = [guest, known].map(({ headers }) => headers.get('etag')!);
  expect(guestTag).not.toBe(knownTag);
  // A person who has logged in since then must not get "not modified".
  expect((await ask({ 'if-none-match': guestTag!, cookie: '__Host-refresh=anything' })).status).toBe(200);
  expect((await ask({ 'if-none-match': knownTag!, cookie: '__Host-refresh=anything' })).status).toBe(304);
});

test('S-101 a shared link shows a preview of the page; study links share one preview, even if unknown', async ({
  product,
}) => {
  const titles = new Set<string | undefined>();
  for (const path of ['/', '/about', '/contact-us', '/privacy-policy', '/signup', '/participant-signup']) {
    const preview = await previewOf(product.url + path);
    expect.soft(preview['og:url'], path).toBe(product.url + path);
    expect.soft(preview['og:description']?.length, path).toBeGreaterThan(40);
    expect.soft((await fetch(preview['og:image']!)).headers.get('content-type')).toBe('image/png');
    titles.add(preview['og:title']);
  }
  expect(titles.size).toBe(6);

  const abena = await logInAs(product, 'abena');
  const studies = await callProduct(product, browseStudies, { as: abena });
  const [first] = studies;
  const studyPreview = await previewOf(`${product.url}/dashboard/study-apply/${first!.id}`);
  expect(studyPreview['og:title']).toBe(previewWords.study.title);
  expect(JSON.stringify(studyPreview)).not.toContain(first!.id);
  for (const id of [crypto.randomUUID(), studies.at(-1)!.id, 'x']) {
    expect(await previewOf(`${product.url}/dashboard/study-apply/${id}`)).toEqual(studyPreview);
  }
  // Tags contain nothing that only the owner of an email may know.
  for (const path of [
    '/verify-email/secret-of-an-email',
    `/reset-password/${DEMO_PEOPLE.kojo.userId}?token=secret-of-an-email`,
    `/accept-company/secret-of-an-email/${DEMO_PEOPLE.kojo.userId}`,
    '/verifying-confirmation/esi@example.com',
  ]) {
    const preview = JSON.stringify(await previewOf(product.url + path));
    expect(preview).toContain('og:title');
    expect(preview).not.toMatch(/secret|esi@|og:url/);
  }
});

test('S-101 the owner, a phone line and WhatsApp are shown if set, as HTML and after rendering @full', async ({
  visit,
  product,
}) => {
  const settings = {
    OPERATED_BY: 'Korle <Research> Ltd, Accra',
    CONTACT_PHONE: '+233 30 211 2233',
    CONTACT_WHATSAPP: '+233 24 123 4567',
  };
  // Only the pages run in this process.
  const named = await startProcess({
    SERVICES: 'web',
    LOG_LEVEL: 'error',
    PUBLIC_URL: product.url,
    ...Object.fromEntries(CONTRACTS.map(({ name }) => [`${name.toUpperCase()}_URL`, product.url])),
    ...settings,
  });
  try {
    for (const [url, isSet] of [
      [product.url, false],
      [named.url, true],
    ] as const) {
      for (const width of WIDTHS) {
        const page = await visit();
        await page.setViewportSize({ width, height: 740 });
        const byScript = async () => {
          await page.goto(`${url}/no/such/page`);
          await page.getByRole('link', { name: notFoundWords.chat }).click();
        };
        for (const open of [() => page.goto(`${url}/contact-us`), byScript]) {
          await open();
          await expect(page.getByRole('heading', { level: 1, name: contact.heading })).toBeVisible();
          const [call, chat] = [settings.CONTACT_PHONE, settings.CONTACT_WHATSAPP].map((name) =>
            page.getByRole('link', { name }),
          );
          if (isSet) {
            await expect(call!).toHaveAttribute('href', 'tel:+233302112233');
            await expect(chat!).toHaveAttribute('href', 'https://wa.me/233241234567');
          } else {
            await expect(page.getByText(contact.phoneHeading, { exact: true })).toHaveCount(0);
            await expect(page.getByText(contact.whatsAppHeading, { exact: true })).toHaveCount(0);
          }
        }
        await page.goto(`${url}/about`);
        const operator = page.getByText(settings.OPERATED_BY);
        await expect(operator).toHaveCount(isSet ? 1 : 0);
        await expect(page.getByText(about.operatedBy)).toHaveCount(isSet ? 1 : 0);
        expect(await page.locator('body').textContent()).not.toContain('[[');
      }
    }
  } finally {
    await stopProcess(named.child);
  }
});
