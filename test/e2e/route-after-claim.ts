import type { BrowserContext } from '@playwright/test';

const UNTIL_CLAIMED = `(async () => {
  const workers = navigator.serviceWorker;
  if (!workers || workers.controller) return;
  const { register } = workers;
  workers.register = () => new Promise(() => {});
  if (!(await workers.getRegistration())) return;
  workers.register = register;
  await new Promise((done) => {
    workers.addEventListener('controllerchange', done, { once: true });
    setTimeout(done, 5001);
  });
})()`;

/**
 * Where a first visit's service worker claims its page in the same moment as a test begins to answer for the server, Chromium
 * lets some calls of that page by: the real server gets them. So a page is claimed first where a worker is on its way, and by
 * none where it is not; the next page is again.
 */
export function routeAfterClaim(context: BrowserContext): void {
  context.on('page', (page) => {
    const route = page.route.bind(page);
    page.route = async (...given) => {
      // A page that is just going elsewhere is not claimed any more.
      await page.evaluate(UNTIL_CLAIMED).catch(() => undefined);
      return route(...given);
    };
  });
}
