import { IDENTITY_BASE, PROJECT_BASE } from '@app/contracts/bases.ts';
import { cachedAs, SHELL } from '../src/app/offline/cached-pages.ts';
import { unreadablePush } from '@app/words/unreadable-push.ts';
import { assetHash } from './asset-hash.ts';

/**
 * Opens the app without a connection. Files of the build that were fetched once come from the device, pages from the
 * network first. Calls of the services never come by here. A new build's worker waits until the old one's last tab is
 * closed, so no page changes while somebody uses it.
 */
declare const self: ServiceWorkerGlobalScope;

/** The hashes in the names of this build's files, one after the other; build.ts writes them in. */
declare const BUILT_HASHES: string;

const ASSET_CACHE = 'assets';
const PAGE_CACHE = 'pages';
/** After so long a page that is here already is worth more than a newer one. */
const PATIENCE_MS = 4_000;

// Files come compressed in more than one way; the cache keeps their decoded content.
const anyForm = { ignoreVary: true };

/** Kept beside the answer: nobody waits for a slow phone's memory. */
async function asset(event: ExtendableEvent, address: string): Promise<Response> {
  const cache = await caches.open(ASSET_CACHE);
  const kept = await cache.match(address, anyForm);
  if (kept) return kept;
  const fresh = await fetch(address);
  // A device without room goes on without keeping it.
  if (fresh.ok) event.waitUntil(cache.put(address, fresh.clone()).catch(() => undefined));
  return fresh;
}

const findPageAssets = async (page: Response) => [
  ...new Set((await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? []),
];

/** Kept together with the files that it begins with: alone it would be a blank page. */
async function keep(event: ExtendableEvent, name: string, page: Response): Promise<void> {
  if (!page.ok || page.redirected) throw new Error(`${name} is not itself`);
  const files = await Promise.all((await findPageAssets(page)).map((address) => asset(event, address)));
  if (!files.every(({ ok }) => ok)) throw new Error(`${name} is not whole`);
  await (await caches.open(PAGE_CACHE)).put(name, page);
}

async function newerPage(name: string | null, fetched: Promise<Response>): Promise<Response> {
  const cache = await caches.open(PAGE_CACHE);
  const own = name === null ? undefined : await cache.match(name, anyForm);
  // One that was never opened here has the shell say so.
  const kept = own ?? (await cache.match(SHELL, anyForm));
  if (kept === undefined) return fetched;
  const fresh = fetched.then(
    (response) => (response.status >= 500 ? kept : response),
    () => kept,
  );
  if (own === undefined) return fresh;
  return Promise.race([fresh, new Promise<Response>((done) => setTimeout(done, PATIENCE_MS, kept))]);
}

function answer(event: FetchEvent): void {
  const name = cachedAs(new URL(event.request.url).pathname);
  const fetched = fetch(event.request);
  const copy = fetched.then((response) => response.clone());
  // However late it comes, and whatever was shown before it.
  event.waitUntil(
    copy.then((fresh) => (name === null ? undefined : keep(event, name, fresh))).catch(() => undefined),
  );
  event.respondWith(newerPage(name, fetched));
}

/** What the build before knew: its files, and the pages that begin with them. */
async function forgetOldBuild(): Promise<void> {
  const [assets, pages] = await Promise.all([caches.open(ASSET_CACHE), caches.open(PAGE_CACHE)]);
  const built = new Set(BUILT_HASHES.match(/.{8}/g));
  const isOurs = (path: string) => built.has(assetHash(path));
  for (const request of await assets.keys()) {
    if (!isOurs(new URL(request.url).pathname)) await assets.delete(request);
  }
  for (const request of await pages.keys()) {
    const kept = await pages.match(request, anyForm);
    if (kept && !(await findPageAssets(kept)).every(isOurs)) await pages.delete(request);
  }
}

const keepAnew = (event: ExtendableEvent, name: string, path = name, cache: RequestCache = 'default') =>
  fetch(path, { headers: { accept: 'text/html' }, cache }).then((page) => keep(event, name, page));

/** The home page, where it was kept before the log-in and asks for one; not on a first visit, which pays for each byte. */
async function keepHomeOfUser(event: ExtendableEvent): Promise<void> {
  const kept = await caches.match('/', anyForm);
  if (kept && !(await kept.text()).includes(`"${SHELL}"`)) await keepAnew(event, '/');
}

/** Static routing (Chromium 123): no type yet, and absent in other browsers. */
interface Routing {
  addRoutes?: (rules: { condition: { urlPattern: string }; source: 'network' }[]) => Promise<void>;
}

self.addEventListener('install', (event) => {
  // A call that outlives its page (keepalive) is lost where the worker has yet to let it by.
  const byNetwork = [IDENTITY_BASE, PROJECT_BASE].map(
    (base) => ({ condition: { urlPattern: `${base}/*` }, source: 'network' }) as const,
  );
  void (event as Routing).addRoutes?.(byNetwork)?.catch(() => undefined);
  // Where the previous build had it, it opens without a connection in this one too; a reader of the home page has no
  // use for it.
  event.waitUntil(caches.match(SHELL, anyForm).then((kept) => (kept ? keepAnew(event, SHELL) : undefined)));
});
/** The address of a page that is open, or the files that it has loaded: they may have come before the worker. */
self.addEventListener('message', (event) => {
  event.waitUntil(self.clients.claim());
  const told = event.data as string | string[];
  const ignore = () => undefined;
  if (typeof told !== 'string') {
    event.waitUntil(Promise.all(told.map((address) => asset(event, address))).catch(ignore));
    return;
  }
  const name = cachedAs(told);
  if (name === null) return;
  // As it has come a moment ago.
  const keepOpen = () => keepAnew(event, name, told, 'force-cache');
  event.waitUntil(
    caches
      .match(name, anyForm)
      .then((kept) => {
        if (!kept) return keepOpen();
        return name === SHELL ? keepHomeOfUser(event) : undefined;
      })
      .catch(ignore),
  );
});
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([forgetOldBuild(), self.clients.claim()]));
});
/** What the identity service sends (push/send-push.ts). */
interface Pushed {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** Every push must show something, also one that cannot be read: else browsers show a notice of their own. */
function readPushed(data: PushMessageData | null): Pushed {
  try {
    const { title, body, path, tag } = data!.json() as Pushed;
    if (path.startsWith('/')) return { title, body, path, tag };
  } catch {
    // It is shown without its words.
  }
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
/** An open window of the app is shown and goes there itself: only it knows what is half filled in. */
async function openPath(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const inApp = windows.filter(({ url }) => new URL(url).pathname.startsWith('/dashboard'));
  const open = inApp.find(({ visibilityState }) => visibilityState === 'visible') ?? inApp[0];
  try {
    const shown = await open?.focus();
    if (shown) return shown.postMessage({ pressed: path });
  } catch {
    // Some browsers let a worker show no window but a new one.
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
