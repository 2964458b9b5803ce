import type { Page } from '@playwright/test';

/** Of the site, and not of the app. */
export const PLAIN_FILE = '/robots.txt';

type Items = Readonly<Record<string, unknown>>;

/** Writes items into the storage of a page that is open: texts as they are, all else as JSON. */
export const writeItems = (page: Page, items: Items): Promise<void> =>
  page.evaluate(
    (entries) => {
      for (const [key, text] of entries) localStorage.setItem(key, text);
    },
    Object.entries(items).map(
      ([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)] as const,
    ),
  );

/** The same before a page of the app is opened, on a plain file: to load the app for it costs more than most steps. */
export async function putItems(page: Page, items: Items): Promise<void> {
  await page.goto(PLAIN_FILE);
  await writeItems(page, items);
}
