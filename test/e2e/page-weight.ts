import { expect, type Page } from '@playwright/test';

/** What a page fetched to show itself, in KiB as it was sent; calls of the services are not counted. */
export interface PageWeight {
  html: number;
  scripts: number;
  styles: number;
  fonts: number;
  pictures: number;
  all: number;
  files: number;
}

/** A page is at rest when it has fetched nothing new for so long. */
const REST_MS = 700;

/**
 * Everything that this page has fetched, by path and its document first; a file that was asked for twice came once. Not
 * what it fetches by the clock, two seconds after it is shown, to be ready for a lost connection.
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

/** Weighs all that the page in this tab has fetched since it was opened, once it is at rest. */
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
