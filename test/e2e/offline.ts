import { type Page, expect } from '@playwright/test';

/** Waits until the worker handles the page's requests. */
async function untilWorkerBegins(page: Page): Promise<void> {
  const hasStarted = `navigator.serviceWorker.controller !== null`;
  await expect.poll(() => page.evaluate<boolean>(hasStarted)).toBe(true);
}

type Cache = 'assets' | 'pages';

/** Returns whether the service worker has cached a file whose address begins so. */
export function isCached(page: Page, prefix: string, cache: Cache = 'assets'): Promise<boolean> {
  const files = `caches.open('${cache}').then((cache) => cache.keys())`;
  const isIt = `({ url }) => new URL(url).pathname.startsWith('${prefix}')`;
  return page.evaluate<boolean>(`${files}.then((all) => all.some(${isIt}))`);
}

/**
 * Waits until the service worker has cached everything that this page has loaded. A page that is loaded in
 * advance arrives before the files that it imports, so this waits for those too.
 */
export async function untilLoadedIsKept(page: Page): Promise<void> {
  await untilWorkerBegins(page);
  const missing = `caches.open('assets').then(async (cache) => {
    const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
    const modules = (await cache.matchAll()).filter(({ url }) => url.endsWith('.js'));
    const texts = await Promise.all(modules.map((file) => file.text()));
    const imported = texts.flatMap((text) => [...text.matchAll(/(?:from|import)"\\.(\\/[\\w.-]+)"/g)]);
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const needed = [...loaded, ...imported.map(([, path]) => '/assets' + path)];
    return needed.filter((path) => path.startsWith('/assets/') && !kept.has(path));
  })`;
  await expect.poll(() => page.evaluate<string[]>(missing)).toEqual([]);
  if (!new URL(page.url()).pathname.startsWith('/dashboard')) return;
  await expect.poll(() => isCached(page, '/dashboard', 'pages')).toBe(true);
  await expect.poll(() => isCached(page, '/assets/connection-notice-')).toBe(true);
}

/** Waits until it has cached such a file too, and has stored the responses. */
export async function untilCached(page: Page, prefix: string): Promise<void> {
  await expect.poll(() => isCached(page, prefix)).toBe(true);
  await untilLoadedIsKept(page);
  await expect.poll(() => page.evaluate<boolean>(`localStorage.getItem('lastKnown') !== null`)).toBe(true);
}

/** Simulates a cached file. */
export async function keep(page: Page, cache: Cache, path: string, text: string): Promise<void> {
  const response = `new Response(${JSON.stringify(text)})`;
  await page.evaluate(`caches.open('${cache}').then((cache) => cache.put('${path}', ${response}))`);
}

/** Returns the state of a waiting worker, or null if there is none. */
export function waitingWorker(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(
    `navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state ?? null)`,
  );
}
