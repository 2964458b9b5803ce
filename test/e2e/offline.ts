import { type Page, expect } from '@playwright/test';

/** From then on the page's requests pass by it. */
async function untilWorkerBegins(page: Page): Promise<void> {
  const hasStarted = `navigator.serviceWorker.controller !== null`;
  await expect.poll(() => page.evaluate<boolean>(hasStarted)).toBe(true);
}

type Cache = 'assets' | 'pages';

/** Whether the service worker keeps a file whose address begins so. */
export function isKept(page: Page, beginning: string, cache: Cache = 'assets'): Promise<boolean> {
  const files = `caches.open('${cache}').then((cache) => cache.keys())`;
  const isIt = `({ url }) => new URL(url).pathname.startsWith('${beginning}')`;
  return page.evaluate<boolean>(`${files}.then((all) => all.some(${isIt}))`);
}

/** Until the service worker keeps all that this page has loaded. */
export async function untilLoadedIsKept(page: Page): Promise<void> {
  await untilWorkerBegins(page);
  const missing = `caches.open('assets').then((cache) => cache.keys()).then((all) => {
    const kept = new Set(all.map(({ url }) => new URL(url).pathname));
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    return loaded.filter((path) => path.startsWith('/assets/') && !kept.has(path));
  })`;
  await expect.poll(() => page.evaluate<string[]>(missing)).toEqual([]);
  if (!new URL(page.url()).pathname.startsWith('/dashboard')) return;
  await expect.poll(() => isKept(page, '/dashboard', 'pages')).toBe(true);
  await expect.poll(() => isKept(page, '/assets/connection-notice-')).toBe(true);
}

/** Until it keeps such a file too, and the answers are written down. */
export async function untilKept(page: Page, beginning: string): Promise<void> {
  await expect.poll(() => isKept(page, beginning)).toBe(true);
  await untilLoadedIsKept(page);
  await expect.poll(() => page.evaluate<boolean>(`localStorage.getItem('lastKnown') !== null`)).toBe(true);
}

/** As if it had been fetched. */
export async function keep(page: Page, cache: Cache, path: string, text: string): Promise<void> {
  const response = `new Response(${JSON.stringify(text)})`;
  await page.evaluate(`caches.open('${cache}').then((cache) => cache.put('${path}', ${response}))`);
}

/** The state of a worker that waits for its turn; null where none does. */
export function waitingWorker(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(
    `navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state ?? null)`,
  );
}
