import { createECDH } from 'node:crypto';
import type { Page } from '@playwright/test';
import { type PushService, openPush } from '../support/push-service.ts';
import { expect } from './fixtures.ts';

const curve = createECDH('prime256v1');
curve.generateKeys();
const keys = { curve, auth: Buffer.alloc(16, 'auth') };

/** A headless browser has no push service: the page uses the test's, which it keeps like a real one. */
const browserOf = (origin: string) => `{
  const bytesOf = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const keys = { p256dh: '${curve.getPublicKey('base64')}', auth: '${keys.auth.toString('base64')}' };
  const state = { permission: localStorage.getItem('pushes') === null ? 'default' : 'granted' };
  const own = () => {
    const kept = JSON.parse(localStorage.getItem('pushes'));
    return kept && {
      endpoint: kept.endpoint,
      options: { applicationServerKey: bytesOf(kept.key).buffer },
      getKey: (name) => bytesOf(keys[name]).buffer,
      unsubscribe: async () => (localStorage.removeItem('pushes'), true),
    };
  };
  Object.defineProperty(Notification, 'permission', { get: () => state.permission });
  Notification.requestPermission = async () => (state.permission = 'granted');
  PushManager.prototype.getSubscription = async () => own();
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const key = applicationServerKey.replaceAll('-', '+').replaceAll('_', '/');
    localStorage.setItem('pushes', JSON.stringify({ endpoint: '${origin}/' + crypto.randomUUID(), key }));
    return own();
  };
}`;

interface Pushed {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** Returns a page whose browser receives pushes; call it before the page opens. */
export async function takePushes(page: Page, pushes: PushService) {
  await page.context().grantPermissions(['notifications']);
  await page.addInitScript(browserOf(pushes.origin));
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [one] }) => one && resolve(one.registrationId),
    ),
  );
  await session.send('ServiceWorker.enable');
  return {
    /**
     * Waits for the push after so many, makes the worker show it, presses it, and returns the page that
     * opens.
     */
    async press(after: number, { title, body }: Pick<Pushed, 'title' | 'body'>): Promise<string> {
      await expect.poll(() => pushes.received.length).toBe(after + 1);
      const data = openPush(pushes.received[after]!.body, keys);
      const { path, tag } = JSON.parse(data) as Pushed;
      const worker = page.context().serviceWorkers()[0]!;
      // A headless browser cannot show notifications.
      await worker.evaluate(`
        self.seen = [];
        self.registration.showNotification = async (...shown) => void self.seen.push(shown);
        self.clients.openWindow = async (path) => void self.seen.push(path);`);
      const { origin } = new URL(page.url());
      const registrationId = await registered;
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      const seen = () => worker.evaluate('self.seen');
      const shown = [title, { body, tag, data: path, icon: '/icon-192.png' }];
      await expect.poll(seen).toEqual([shown]);
      await worker.evaluate(`
        const pressed = { notification: { data: self.seen[0][1].data, close() {} }, waitUntil() {} };
        self.dispatchEvent(Object.assign(new Event('notificationclick'), pressed));`);
      // A headless browser does not let a worker focus a window, so a new one opens.
      await expect.poll(seen).toEqual([shown, path]);
      return path;
    },
  };
}
