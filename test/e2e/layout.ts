import type { Locator, Page } from '@playwright/test';

/** A slow machine renders a page before its fonts load, and content moves when they arrive. */
const untilFontsAreHere = (page: Page) => page.evaluate('document.fonts.ready.then(() => {})');

/** Returns the position of a visible part of the page, in pixels of the window. */
export async function boxOf(part: Locator) {
  await untilFontsAreHere(part.page());
  return (await part.boundingBox())!;
}

/** Returns how much wider a part's content is than its visible width, in pixels. */
export async function overflowOf(part: Locator): Promise<number> {
  await untilFontsAreHere(part.page());
  return part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

/** Counts the primary buttons and links of the page. */
export const primariesOf = (page: Page) =>
  page.locator('main').locator('a.bg-green, button.bg-green').filter({ visible: true }).count();

/** Returns the horizontal overflow of the whole page, without the scroll bar. */
export const overflow = (page: Page) => overflowOf(page.locator('html'));

/** Returns the width and height of the whole page, including content outside the window. */
export async function sizeOf(page: Page): Promise<{ width: number; height: number }> {
  await untilFontsAreHere(page);
  return page.locator('html').evaluate(({ scrollWidth: width, scrollHeight: height }) => ({ width, height }));
}
