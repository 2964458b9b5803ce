import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { cachedPagePath, SHELL } from '../src/app/offline/cached-pages.ts';
import { unreadablePush } from '@app/words/unreadable-push.ts';
import { assetHash } from './asset-hash.ts';

/**
 * The app opens without a connection. Files of the build come from the device, and pages first from the
 * network. A new worker waits until old tabs are closed, so that no open page changes.
 */
declare const self: ServiceWorkerGlobalScope;

/** build.ts inserts the hashes of this build's files. */
declare const BUILT_HASHES: string;

const ASSET_CACHE = 'assets';
const PAGE_CACHE = 'pages';
/** After this time, a stored page is shown. */
const PATIENCE_MS = 4_000;

// `Vary` does not matter here, because the cache stores decoded content.
const anyForm = { ignoreVary: true };

async function asset(event: ExtendableEvent, address: string): Promise<Response> {
  const cache = await caches.open(ASSET_CACHE);
  const cached = await cache.match(address, anyForm);
  if (cached) return cached;
  const fresh = await fetch(address);
  // If the device is full, nothing is cached.
  if (fresh.ok) event.waitUntil(cache.put(address, fresh.clone()).catch(() => undefined));
  return fresh;
}

const findPageAssets = async (page: Response) => [
  ...new Set((await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []),
];

/** Without its files, a stored page would be empty. */
async function keep(event: ExtendableEvent, name: string, page: Response): Promise<void> {
  if (!page.ok || page.redirected) throw new Error(`${name} is not itself`);
  const files = await Promise.all((await findPageAssets(page)).map((address) => asset(event, address)));
  if (!files.every(({ ok }) => ok)) throw new Error(`${name} is not whole`);
  await (await caches.open(PAGE_CACHE)).put(name, page);
}

async function newerPage(name: string | null, fetched: Promise<Response>): Promise<Response> {
  const cache = await caches.open(PAGE_CACHE);
  const own = name === null ? undefined : await cache.match(name, anyForm);
  // If the page was never opened here, the shell tells the person so.
  const cached = own ?? (await cache.match(SHELL, anyForm));
  if (cached === undefined) return fetched;
  const fresh = fetched.then(
    (response) => (response.status >= 500 ? cached : response),
    () => cached,
  );
  if (own === undefined) return fresh;
  return Promise.race([fresh, new Promise<Response>((done) => setTimeout(done, PATIENCE_MS, cached))]);
}

function answer(event: FetchEvent): void {
  const name = cachedPagePath(new URL(event.request.url).pathname);
  const fetched = fetch(event.request);
  const copy = fetched.then((response) => response.clone());
  event.waitUntil(
    copy.then((fresh) => (name === null ? undefined : keep(event, name, fresh))).catch(() => undefined),
  );
  event.respondWith(newerPage(name, fetched));
}

async function deleteOldBuild(): Promise<void> {
  const [assets, pages] = await Promise.all([caches.open(ASSET_CACHE), caches.open(PAGE_CACHE)]);
  const built = new Set(BUILT_HASHES.match(/.{8}/g));
  const isOurs = (path: string) => built.has(assetHash(path));
  for (const request of await assets.keys()) {
    if (!isOurs(new URL(request.url).pathname)) await assets.delete(request);
  }
  for (const request of await pages.keys()) {
    const cached = await pages.match(request, anyForm);
    if (cached && !(await findPageAssets(cached)).every(isOurs)) await pages.delete(request);
  }
}

const refreshCached = (event: ExtendableEvent, name: string, path = name, cache: RequestCache = 'default') =>
  fetch(path, { headers: { accept: 'text/html' }, cache }).then((page) => keep(event, name, page));

/** The stored home page may be from before the log-in, so it is read again. */
async function keepHomeOfUser(event: ExtendableEvent): Promise<void> {
  const cached = await caches.match('/', anyForm);
  if (cached && !(await cached.text()).includes(`"${SHELL}"`)) await refreshCached(event, '/');
}

/** TypeScript has no type for static routing (Chromium 123) yet. */
interface Routing {
  addRoutes?: (rules: { condition: { urlPattern: string }; source: 'network' }[]) => Promise<void>;
}

self.addEventListener('install', (event) => {
  // If the worker starts too late, a keepalive call is lost.
  const byNetwork = [IDENTITY_BASE, PROJECT_BASE].map(
    (base) => ({ condition: { urlPattern: `${base}/*` }, source: 'network' }) as const,
  );
  void (event as Routing).addRoutes?.(byNetwork)?.catch(() => undefined);
  // The shell of the old build worked without a connection, so that of the new one must be stored too.
  event.waitUntil(
    caches.match(SHELL, anyForm).then((cached) => (cached ? refreshCached(event, SHELL) : undefined)),
  );
});
self.addEventListener('message', (event) => {
  event.waitUntil(self.clients.claim());
  const request = event.data as string | string[];
  const ignore = () => undefined;
  if (typeof request !== 'string') {
    event.waitUntil(Promise.all(request.map((address) => asset(event, address))).catch(ignore));
    return;
  }
  const name = cachedPagePath(request);
  if (name === null) return;
  // The page has just loaded, so it is already in the browser's cache.
  const keepOpen = () => refreshCached(event, name, request, 'force-cache');
  event.waitUntil(
    caches
      .match(name, anyForm)
      .then((cached) => {
        if (!cached) return keepOpen();
        return name === SHELL ? keepHomeOfUser(event) : undefined;
      })
      .catch(ignore),
  );
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOldBuild(), self.clients.claim()]));
});
/** The identity service sends this object (push/send-push.ts). */
interface Pushed {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** If a push shows no notification, the browser shows a text of its own. */
function readPushed(data: PushMessageData | null): Pushed {
  try {
    const { title, body, path, tag } = data!.json() as Pushed;
    if (path.startsWith('/')) return { title, body, path, tag };
  } catch {}
  return { ...unreadablePush, path: '/dashboard', tag: 'unreadable' };
}

self.addEventListener('push', (event) => {
  const { title, path, ...shown } = readPushed(event.data);
  event.waitUntil(self.registration.showNotification(title, { ...shown, data: path, icon: '/icon-192.png' }));
});
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openPath(notification.data as string));
});
/** Only the open window knows whether a form is partly filled in. */
async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const inApp = windows.filter(({ url }) => new URL(url).pathname.startsWith('/dashboard'));
  const open = inApp.find(({ visibilityState }) => visibilityState === 'visible') ?? inApp[0];
  try {
    const shown = await open?.focus();
    if (shown) return shown.postMessage({ pressed: path });
  } catch {
    // Some browsers allow only a new window.
  }
  await self.clients.openWindow(path);
}
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(asset(event, pathname));
  else if (mode === 'navigate') answer(event);
});
