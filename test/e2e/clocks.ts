import type { BrowserContext, Page } from '@playwright/test';

const CALLS = /-service\/api\/v1\//;

const withoutServerTime = new WeakSet<BrowserContext>();

/**
 * Stops the clock of the page. Call it before the first navigation: from then on responses carry no server
 * time. A pending response would otherwise make the page assume that its clock is wrong.
 */
export async function setClocks(page: Page, time: Date): Promise<void> {
  const context = page.context();
  if (!withoutServerTime.has(context)) {
    withoutServerTime.add(context);
    await context.route(CALLS, async (route) => {
      const response = await route.fetch().catch(() => null);
      // The page was closed meanwhile.
      if (response === null) return;
      const { date: _, ...headers } = response.headers();
      await route.fulfill({ response, headers }).catch(() => undefined);
    });
  }
  await page.clock.setFixedTime(time);
}
