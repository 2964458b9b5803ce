import { expect, type Page } from '@playwright/test';

/** The files that a page fetched to render, in KiB as transferred, without calls of the services. */
export interface PageWeight {
  html: number;
  scripts: number;
  styles: number;
  fonts: number;
  pictures: number;
  all: number;
  files: number;
}

/** A page is idle when it has fetched nothing new for this long. */
const REST_MS = 700;

/**
 * Lists everything that this page has fetched, by path, its document first and each file once. Files that it
 * fetches two seconds later for offline use are excluded.
 */
const fetchedBy = (page: Page) =>
  page.evaluate(() => {
    const entries = performance.getEntries().filter((entry) => 'encodedBodySize' in entry);
    return Object.fromEntries(
      (entries as PerformanceResourceTiming[])
        .map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize] as const)
        .filter(([path]) => !path.startsWith('/assets/connection-notice-')),
    );
  });

async function untilAtRest(page: Page): Promise<Record<string, number>> {
  let fetched: Record<string, number> = {};
  const hasMore = async () => {
    const before = Object.keys(fetched).length;
    fetched = await fetchedBy(page);
    return Object.keys(fetched).length > before;
  };
  await expect.poll(hasMore, { intervals: [REST_MS] }).toBe(false);
  return fetched;
}

/** Measures everything that this tab's page has fetched since it was opened, once it is idle. */
export async function weigh(page: Page): Promise<PageWeight> {
  await page.waitForLoadState('load');
  const [html, ...files] = Object.entries(await untilAtRest(page)).map(([path, bytes]) => ({ path, bytes }));
  const sum = (ending: RegExp) =>
    files.filter(({ path }) => ending.test(path)).reduce((total, { bytes }) => total + bytes, 0) / 1024;
  const parts = {
    html: (html?.bytes ?? 0) / 1024,
    scripts: sum(/\.js$/),
    styles: sum(/\.css$/),
    fonts: sum(/\.woff2$/),
    pictures: sum(/\.svg$/),
  };
  return {
    ...parts,
    all: Object.values(parts).reduce((total, part) => total + part),
    files: files.filter(({ path }) => path.startsWith('/assets/')).length + 1,
  };
}
