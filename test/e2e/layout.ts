import type { Locator, Page } from '@playwright/test';

/** A slow machine draws a page before its fonts are here, and what stands on it moves when they come. */
const untilFontsAreHere = (page: Page) => page.evaluate('document.fonts.ready.then(() => {})');

/** Where a part of the page stands that is shown, in pixels of the window. */
export async function boxOf(part: Locator) {
  await untilFontsAreHere(part.page());
  return (await part.boundingBox())!;
}

/** How much wider a part is inside than what shows of it, in pixels. */
export async function overflowOf(part: Locator): Promise<number> {
  await untilFontsAreHere(part.page());
  return part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

/** How many buttons and links of the page ask to be pressed before all others. */
export const primariesOf = (page: Page) =>
  page.locator('main').locator('a.bg-green, button.bg-green').filter({ visible: true }).count();

/** The same of the whole page, beside a scroll bar. */
export const overflow = (page: Page) => overflowOf(page.locator('html'));

/** How wide and high the whole page is, with what lies outside of the window. */
export async function sizeOf(page: Page): Promise<{ width: number; height: number }> {
  await untilFontsAreHere(page);
  return page.locator('html').evaluate(({ scrollWidth: width, scrollHeight: height }) => ({ width, height }));
}
