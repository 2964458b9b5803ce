import { expect, type Page } from '@playwright/test';
import { overflow } from './layout.ts';

/** Scales text by this percentage, like a browser's setting. */
export async function withTextSize(page: Page, percent: number, look: () => Promise<void>): Promise<void> {
  const become = (size: string) => page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
  await become(`${percent}%`);
  await look();
  await become('');
}

/** Nothing is cut off at the side. */
export const expectToFitWidth = (page: Page) => expect.poll(() => overflow(page)).toBe(0);
