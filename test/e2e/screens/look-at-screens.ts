import type { Page } from '@playwright/test';
import type { Product } from '../../support/product.ts';
import { ARE_LOOKS_ALL, WIDTHS } from '../../support/sizes.ts';
import { OF_COLOURS, barriersOn } from '../accessibility.ts';
import { expect } from '../fixtures.ts';
import { overflow } from '../layout.ts';
import { withTextSize } from '../text-size.ts';
import { type Ground, type Who, createGround, logInAs } from './screen-data.ts';
import { type Screen, type Width, openScreen, widths } from './screen.ts';

async function barriersAt(page: Page, width: Width, { picture }: Screen): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width, height: widths[width] });
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  found.push(...(await barriersOn(page)));
  if ((await overflow(page)) > 0) found.push('wider than that');
  if (!ARE_LOOKS_ALL) return found;
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  found.push(...(await barriersOn(page, { rules: OF_COLOURS })).map((line) => `dark: ${line}`));
  if (width !== 360) return found;
  // WCAG 2.2, 1.4.4: text of twice the size, with nothing lost.
  await withTextSize(page, 200, async () => {
    if ((await overflow(page)) > 0) found.push('wider than that with large text');
    if (picture === 'both') found.push(...(await barriersOn(page)).map((line) => `with large text: ${line}`));
  });
  return found;
}

/** Checks both widths in the full form, otherwise a phone if the screen exists there. */
async function barriers(page: Page, screen: Screen): Promise<string[]> {
  const found: string[] = [];
  for (const width of screen.only ? [screen.only] : WIDTHS) {
    found.push(...(await barriersAt(page, width, screen)).map((line) => `${width} px: ${line}`));
  }
  return found;
}

/** Opens these screens in turn and checks accessibility and width. */
export async function lookAt(
  { visit, product }: { visit: () => Promise<Page>; product: Product },
  choose: (ground: Ground) => readonly Screen[],
): Promise<void> {
  const ground = await createGround(product);
  const pages = new Map<Who | undefined, Page>();
  const pageOf = async (who: Who | undefined) => {
    const page = pages.get(who) ?? (await visit());
    if (!pages.has(who) && who) {
      const user = JSON.stringify(await logInAs(product, who));
      await page.addInitScript((stored) => localStorage.setItem('user', stored), user);
    }
    pages.set(who, page);
    return page;
  };
  for (const screen of choose(ground)) {
    const page = await pageOf(screen.as);
    await page.setViewportSize({ width: screen.only ?? 1280, height: widths[screen.only ?? 1280] });
    await openScreen(page, screen, ground);
    expect.soft(await barriers(page, screen), screen.name).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
}
