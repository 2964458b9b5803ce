import { partWords } from '@app/words/parts.ts';
import { type Page, expect } from '@playwright/test';
import type { Ground, Who } from './screen-data.ts';

/** One screen in one state. */
export interface Screen {
  /** The picture has the same name. */
  name: string;
  /** A demo person; absent for a signed-out visitor. */
  as?: Who;
  path: string | ((ground: Ground) => string);
  /** The heading of the page or dialog once the state is reached. */
  shows: string | RegExp;
  /** Brings the screen into this state. */
  lead?: (page: Page, ground: Ground) => Promise<void>;
  /** The width, if the screen exists only at one. */
  only?: Width;
  /** Set if docs/screens shows a picture of it, also in dark. */
  picture?: 'light' | 'both';
}

export const widths = { 360: 740, 1280: 860 } as const;
export type Width = keyof typeof widths;

export const pathOf = ({ path }: Screen, ground: Ground) => (typeof path === 'string' ? path : path(ground));

export async function openScreen(page: Page, screen: Screen, ground: Ground): Promise<void> {
  await page.goto(pathOf(screen, ground));
  await screen.lead?.(page, ground);
  await expect(page.getByRole('heading', { name: screen.shows }).first(), screen.name).toBeVisible();
  await expect(page.getByText(partWords.loading, { exact: true })).toHaveCount(0);
  await page.evaluate('document.fonts.ready.then(() => {})');
}
