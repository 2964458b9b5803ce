import type { Page } from '@playwright/test';
import Fastify from 'fastify';
import { failureWords } from '@app/words/failures.ts';
import { partWords } from '@app/words/parts.ts';
import { partsPageWords as words } from '@app/words/parts-page.ts';
import { projectWords } from '@app/words/projects.ts';
import { validation } from '@app/words/validation.ts';
import { mountWeb } from '../../apps/host/src/web.ts';
import { ARE_LOOKS_ALL, WIDTHS } from '../support/sizes.ts';
import { barriersOn } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { sizeOf } from './layout.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function open(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto('/dev/parts');
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
}

for (const colorScheme of ARE_LOOKS_ALL ? (['light', 'dark'] as const) : (['dark'] as const)) {
  for (const width of WIDTHS) {
    test(`the parts have no accessibility barrier in the ${colorScheme} theme at ${width} px @full`, async ({
      visit,
    }) => {
      const page = await visit();
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(page, width);
      expect(await barriersOn(page)).toEqual([]);
      await press(page, words.toastAt(words.kinds.error, words.defaultPlace));
      const toast = page.getByRole('listitem').filter({ hasText: words.aToast(words.kinds.error) });
      await expect(toast).toBeVisible();
      expect(await barriersOn(page, { within: `[aria-label=${partWords.messages}]` })).toEqual([]);
      for (const name of [words.openDialog, words.openSuccess, words.openLong, words.openSheet]) {
        await press(page, name);
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await barriersOn(page, { within: 'dialog[open]' })).toEqual([]);
        await page.keyboard.press('Escape');
      }
    });
  }
}

test('parts with a page of their own have no accessibility barrier and fit the narrowest screen @full', async ({
  visit,
}) => {
  const page = await visit();
  for (const name of [words.outcome, words.wizardHead]) {
    await open(page, 320);
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await barriersOn(page)).toEqual([]);
    expect((await sizeOf(page)).width).toBe(320);
  }
  await press(page, words.next);
  await expect(page.getByRole('heading', { level: 1, name: words.steps[1] })).toBeFocused();
});

test('a part whose code fails to load says so in its place, and loads on a retry', async ({ visit }) => {
  const page = await visit();
  await open(page, 360);
  const failed = page.getByText(failureWords.network, { exact: true });
  await expect(failed).toBeVisible();
  await failed.locator('..').getByRole('button').click();
  await expect(page.getByText(words.lazyArrived, { exact: true })).toBeVisible();
  await expect(failed).toHaveCount(0);
});

test('no part is wider than the narrowest screen, nor than 360 px with text twice as large', async ({
  visit,
}) => {
  const page = await visit();
  const expectWidth = (width: number) => expect.poll(async () => (await sizeOf(page)).width).toBe(width);
  await open(page, 320);
  await expectWidth(320);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.locator('html').evaluate((html) => {
    html.style.fontSize = '200%';
  });
  await expectWidth(360);
});

test('a dialog keeps the focus, returns it, and closes by Escape, its cross or a press outside', async ({
  visit,
}) => {
  const page = await visit();
  await open(page, 1280);
  const opener = page.getByRole('button', { name: words.openDialog, exact: true });
  const dialog = page.getByRole('dialog', { name: words.dialogTitle });
  const ways = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: partWords.close }).click(),
    () => page.mouse.click(20, 20),
  ];
  for (const close of ways) {
    await opener.click();
    await expect(dialog).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden');
    for (let stop = 0; stop < 6; stop += 1) await page.keyboard.press('Tab');
    await expect(opener).not.toBeFocused();
    await close();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('radio cards are one Tab stop, and arrow keys choose @full', async ({ visit }) => {
  const page = await visit();
  await open(page, 1280);
  const cards = page.getByRole('radiogroup', { name: words.compactCards }).getByRole('radio');
  await cards.nth(1).focus();
  await page.keyboard.press('ArrowRight');
  await expect(cards.nth(2)).toBeChecked();
  await expect(cards.nth(2)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: words.group }).getByRole('checkbox').first()).toBeFocused();
});

test('the stepper and the pager show the current position @full', async ({ visit }) => {
  const page = await visit();
  for (const width of [360, 1280]) {
    await open(page, width);
    const steps = page.getByRole('list', { name: partWords.step(2, 4) }).getByRole('listitem');
    await expect(steps).toHaveText([...words.steps]);
    await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step');
    const pager = page.getByRole('navigation', { name: partWords.pages });
    await pager.getByRole('link', { name: partWords.nextPage }).click();
    await expect(pager.getByText(partWords.page(2, 5))).toBeVisible();
    await expect(page).toHaveURL(/\?page=2/);
  }
});

test('S-704 a form’s button is disabled until all is valid, and a touched field shows its error @full', async ({
  visit,
}) => {
  const page = await visit();
  await open(page, 360);
  const form = page.getByRole('form', { name: words.form });
  const name = form.getByRole('textbox', { name: projectWords.nameLabel });
  const send = form.getByRole('button', { name: words.send });
  await expect(send).toBeDisabled();
  await expect(name).not.toHaveAttribute('aria-invalid');
  await expect(form.getByText(validation.projectName)).toHaveCount(0);

  await name.focus();
  await name.blur();
  await expect(form.getByText(validation.projectName)).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(new RegExp(validation.projectName));

  await name.fill('x');
  await expect(form.getByText(validation.projectName)).toHaveCount(0);
  await expect(send).toBeEnabled();
  await name.fill('x'.repeat(51));
  await expect(form.getByText(validation.maxLength(50))).toBeVisible();
  await expect(send).toBeDisabled();
  await name.fill('Market round');
  await send.click();
  await expect(page.getByText(words.sent, { exact: true })).toBeVisible();
});

test('production does not have the page, and answers as for any unknown page', async () => {
  const app = Fastify();
  await mountWeb(app, {
    isDemo: false,
    origin: undefined,
    settings: {},
    openStudies: { list: async () => [], find: async () => undefined },
  });
  const read = (url: string) => app.inject({ url, headers: { accept: 'text/html' } });
  const [parts, unknown] = [await read('/dev/parts'), await read('/no-such-page')];
  expect([parts.statusCode, parts.body]).toEqual([404, unknown.body]);
  await app.close();
});
