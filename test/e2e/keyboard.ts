import { type Locator, type Page, expect } from '@playwright/test';

interface Stop {
  name: string;
  isSeen: boolean;
  isMarked: boolean;
}

/**
 * Runs in the page. Returns null if the focus is on the browser itself. A choice in a card is marked by its
 * card; a link that covers a card, by its overlay.
 */
const FOCUSED = `(() => {
  const element = document.activeElement ?? document.body;
  if (element === document.body) return null;
  const label = element.labels?.[0];
  const isSeen = (part) => {
    const box = part.getBoundingClientRect();
    return box.width > 1 && box.bottom > 0 && box.top < innerHeight;
  };
  const isMarked = (part) => [null, '::after'].some((pseudo) => {
    const { content, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part, pseudo);
    if (pseudo && content === 'none') return false;
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
  });
  const parts = label?.contains(element) ? [element, label] : [element];
  return {
    name: (element.ariaLabel ?? label?.textContent ?? element.textContent).replaceAll(/\\s+/g, ' ').trim(),
    isSeen: parts.some(isSeen),
    isMarked: parts.some(isMarked),
  };
})()`;

/** Returns the focused element: its text, whether it is in the window, and whether it is marked. */
export const focused = (page: Page) => page.evaluate<Stop | null>(FOCUSED);

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab until the focus arrives; every stop on the way must be visible. Returns the stops. */
async function tabUntil(
  page: Page,
  wanted: string,
  isTarget: (stop: Stop) => boolean | Promise<boolean>,
  key: string,
): Promise<string[]> {
  const stops: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press(key);
    const stop = await focused(page);
    // The browser's own controls follow the last stop.
    if (stop === null) continue;
    stops.push(stop.name);
    expect(stop, stops.join(' → ')).toMatchObject({ isSeen: true, isMarked: true });
    if (await isTarget(stop)) return stops;
  }
  throw new Error(`Tab never came to ${wanted}: ${stops.join(' → ')}`);
}

/** Tabs to an element whose text begins with `name`. */
export function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<string[]> {
  const isNamed = (stop: Stop) =>
    typeof name === 'string' ? stop.name.startsWith(name) : name.test(stop.name);
  return tabUntil(page, String(name), isNamed, key);
}

/** Tabs to one element; nothing is pressed if it has the focus already. */
export async function tabOn(target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  if (await isFocused(target)) return;
  await tabUntil(target.page(), String(target), () => isFocused(target), key);
}

/** Tabs to the element, and presses a key there. */
export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await tabOn(target);
  await target.page().keyboard.press(key);
}

export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabOn(target);
  await target.page().keyboard.type(text);
  await expect(target).toHaveValue(text);
}

/**
 * Skips the menu. The browser moves the focus a moment after the press, so an immediate Tab would start
 * before the menu.
 */
export async function skipToContent(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
}

export async function expectFocusOnHeading(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}

/** A keyboard user would otherwise start at the top of the page again. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => focused(page), 'the focus is somewhere on the page').not.toBeNull();
}
