import type { Page } from '@playwright/test';

/** This file belongs to the site, but not to the app. */
export const PLAIN_FILE = '/robots.txt';

type Items = Readonly<Record<string, unknown>>;

/** Writes items into the storage of an open page: texts unchanged, everything else as JSON. */
export const writeItems = (page: Page, items: Items): Promise<void> =>
  page.evaluate(
    (entries) => {
      for (const [key, text] of entries) localStorage.setItem(key, text);
    },
    Object.entries(items).map(
      ([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  );

/**
 * Writes them on a plain file before a page of the app is opened: loading the app only for this takes longer
 * than most steps.
 */
export async function putItems(page: Page, items: Items): Promise<void> {
  await page.goto(PLAIN_FILE);
  await writeItems(page, items);
}
