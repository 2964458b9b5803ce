import type { Locator, Page } from '@playwright/test';
import { partWords } from '@app/words/parts.ts';
import { partsPageWords as words } from '@app/words/parts-page.ts';
import { WIDTHS } from '../support/sizes.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './layout.ts';

const positions = Object.entries(words.positions);
const kinds = Object.entries(words.kinds);

// These tests are about toasts, so each controls the clock itself.
test.use({ keepsToasts: false });

/** Returns the toasts on the page, each a list item that can be dismissed. */
const toasts = (page: Page, text?: string): Locator => {
  const items = page.getByRole('region', { name: partWords.messages }).getByRole('listitem');
  return text === undefined ? items : items.filter({ hasText: text });
};
const dismiss = (toast: Locator) => toast.getByRole('button', { name: partWords.dismissMessage });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function open(page: Page, width = 1280): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto('/dev/parts');
  await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
}

/** The page counts as hidden, so toasts stay during a check. */
const HELD = "Object.defineProperty(document, 'hidden', { get: () => true })";
/** Two events report visibility. */
const LEFT_AND_ENTERED = `let isHidden = false;
  Object.defineProperty(document, 'hidden', { get: () => isHidden });
  for (const name of ['leave-page', 'enter-page']) addEventListener(name, () => {
    isHidden = name === 'leave-page';
    document.dispatchEvent(new Event('visibilitychange'));
  });`;
const fire = (page: Page, event: 'leave-page' | 'enter-page') => page.locator('body').dispatchEvent(event);

/**
 * The lists of toasts appear a moment after the page: stops its clock once one is rendered, which then stays.
 */
async function stopClock(page: Page): Promise<void> {
  await fire(page, 'leave-page');
  // This uses no pointer, which would then be over the next toast.
  const name = words.toastAt(words.kinds.info, words.defaultPlace);
  await page.getByRole('button', { name, exact: true }).dispatchEvent('click');
  await dismiss(toasts(page)).dispatchEvent('click');
  await expect(toasts(page)).toHaveCount(0);
  await fire(page, 'enter-page');
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Returns the position of a toast, in the words of section 9. */
async function placeOf(page: Page, toast: Locator): Promise<string> {
  const box = await boxOf(toast);
  const { width, height } = page.viewportSize()!;
  const middle = box.x + box.width / 2;
  const row = box.y + box.height / 2 < height / 2 ? 'top' : 'bottom';
  if (Math.abs(middle - width / 2) < 30) return row;
  return `${row}-${middle < width / 2 ? 'left' : 'right'}`;
}

test('S-702 every kind appears at each of the six positions, and by default where the specification says @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.addInitScript(HELD);
  await open(page);
  for (const [kind, name] of kinds) {
    const toast = toasts(page, words.aToast(name));
    for (const [position, place] of positions) {
      await press(page, words.toastAt(name, place));
      await expect(toast).toHaveCount(1);
      expect(await placeOf(page, toast)).toBe(position);
      await dismiss(toast).click();
      await expect(toast).toHaveCount(0);
    }
    await press(page, words.toastAt(name, words.defaultPlace));
    await expect(toast).toHaveCount(1);
    expect(await placeOf(page, toast)).toBe(kind === 'error' ? 'top-right' : 'bottom-right');
    // Errors interrupt the screen reader, other toasts wait.
    const urgency = kind === 'error' ? 'assertive' : 'polite';
    await expect(page.locator(`[aria-live=${urgency}] > li`)).toHaveText([words.aToast(name)]);
    await dismiss(toast).click();
  }
});

test('S-702 stays 3 seconds; the pointer, the focus and a hidden page extend it', async ({ visit }) => {
  const page = await visit();
  await page.addInitScript(LEFT_AND_ENTERED);
  await page.clock.install();
  await open(page);
  await stopClock(page);
  const toast = toasts(page);
  const show = async () => {
    await press(page, words.toastAt(words.kinds.info, words.positions['top-left']));
    await expect(toast).toHaveCount(1);
  };
  const STAYS_MS = 3_000;
  const GOES_MS = 200;

  await show();
  await page.clock.runFor(STAYS_MS - GOES_MS);
  await expect(toast).toHaveCount(1);
  await page.clock.runFor(2 * GOES_MS);
  await expect(toast).toHaveCount(0);

  await show();
  await toast.hover();
  await page.clock.runFor(2 * STAYS_MS);
  await expect(toast).toHaveCount(1);
  await page.mouse.move(640, 400);
  await page.clock.runFor(STAYS_MS + GOES_MS);
  await expect(toast).toHaveCount(0);

  await show();
  await dismiss(toast).focus();
  await page.clock.runFor(2 * STAYS_MS);
  await expect(toast).toHaveCount(1);
  await page.getByRole('link', { name: words.toasts }).focus();
  await page.clock.runFor(STAYS_MS + GOES_MS);
  await expect(toast).toHaveCount(0);

  await show();
  await fire(page, 'leave-page');
  await page.clock.runFor(2 * STAYS_MS);
  await expect(toast).toHaveCount(1);
  await fire(page, 'enter-page');
  await page.clock.runFor(STAYS_MS + GOES_MS);
  await expect(toast).toHaveCount(0);
});

test('S-702 a finger that was lifted does not extend it @full', async ({ visitByPhone }) => {
  const page = await visitByPhone();
  await page.addInitScript(LEFT_AND_ENTERED);
  await page.clock.install();
  await open(page, 360);
  await stopClock(page);
  await page
    .getByRole('button', { name: words.toastAt(words.kinds.info, words.defaultPlace), exact: true })
    .tap();
  await toasts(page).tap({ position: { x: 20, y: 10 } });
  await page.clock.runFor(3_200);
  await expect(toasts(page)).toHaveCount(0);
});

test('S-702 disappears within 150 ms, at once with reduced motion; equal texts appear once @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.addInitScript(HELD);
  await open(page);
  const toast = toasts(page);
  const name = words.toastAt(words.kinds.success, words.positions.bottom);
  await press(page, name);
  await press(page, name);
  await expect(toast).toHaveCount(1);
  await toast.hover();
  await expect(toast).toHaveCSS('transition-duration', '0.15s');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(toast).toHaveCSS('transition-duration', /^(0|1e-05)s$/);
  await expect(toast).toHaveCSS('animation-duration', /^(0|1e-05)s$/);
});

test('a toast takes no focus, and returns the focus that was moved to it @full', async ({ visit }) => {
  const page = await visit();
  await page.addInitScript(HELD);
  await open(page);
  const button = page.getByRole('button', { name: words.barButton });
  await button.focus();
  await page.keyboard.press('Enter');
  const toast = toasts(page);
  await expect(toast).toHaveCount(1);
  await expect(button).toBeFocused();
  // The last Tab stop of the page is the toast's own button.
  await page.keyboard.press('Tab');
  await expect(dismiss(toast)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a fading toast has returned the focus, cannot be focused, and absorbs a second press @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.addInitScript(HELD);
  await open(page);
  await page.getByRole('button', { name: words.barButton }).press('Enter');
  await dismiss(toasts(page)).focus();
  const fading = await page.evaluate(`(async () => {
    const button = document.activeElement;
    const row = button.closest('li');
    const { x, y } = button.getBoundingClientRect();
    button.click();
    await new Promise((resolve) => setTimeout(resolve));
    return {
      isMet: button.closest('[inert][aria-hidden=true]') === null,
      hasFocus: row.contains(document.activeElement),
      isPressed: document.elementFromPoint(x + 5, y + 5) === row,
    };
  })()`);
  expect(fading).toEqual({ isMet: false, hasFocus: false, isPressed: true });
});

test('a toast appears inside the open dialog, and Escape on it keeps the dialog open @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.addInitScript(HELD);
  for (const width of WIDTHS) {
    await open(page, width);
    await press(page, words.openDialog);
    await press(page, words.toastInside);
    const dialog = page.getByRole('dialog', { name: words.dialogTitle });
    const toast = dialog.getByRole('listitem').filter({ hasText: words.aToast(words.kinds.info) });
    await expect(toast).toBeVisible();
    await dismiss(toast).focus();
    await page.keyboard.press('Escape');
    await expect(toast).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await press(page, words.toastInside);
    await dismiss(toast).click();
    await expect(toast).toHaveCount(0);
    await expect(dialog).toBeVisible();
  }
});

test('at 360 px toasts fit the screen, above the bar of a wizard, and can be pressed @full', async ({
  visit,
}) => {
  const page = await visit();
  await page.addInitScript(HELD);
  await open(page, 360);
  const bar = page.getByText(words.barNote);
  const text = words.aToast(words.kinds.success);
  for (const [position, place] of positions) {
    await press(page, words.toastAt(words.kinds.success, place));
    const toast = toasts(page, text);
    await expect(toast).toHaveCount(1);
    const box = await boxOf(toast);
    expect([position, box.x >= 0, box.x + box.width <= 360, box.y >= 0]).toEqual([
      position,
      true,
      true,
      true,
    ]);
    expect(box.y + box.height).toBeLessThanOrEqual((await boxOf(bar)).y);
    const cross = await boxOf(dismiss(toast));
    expect([position, cross.width >= 44, cross.height >= 44]).toEqual([position, true, true]);
    await dismiss(toast).click();
    await expect(toast).toHaveCount(0);
  }
  await press(page, words.longToast);
  const long = await boxOf(toasts(page, words.longName));
  expect(long.x + long.width).toBeLessThanOrEqual(360);
});
