import type { BrowserContext, Page } from '@playwright/test';

const CALLS = /-service\/api\/v1\//;

/** What the server's answers tell, by the browser that asks. */
const told = new WeakMap<BrowserContext, Date>();

/** Stops the clock of the page, and that of the server as far as its answers tell it. */
export async function setClocks(page: Page, time: Date): Promise<void> {
  await page.clock.setFixedTime(time);
  const context = page.context();
  const isFirst = !told.has(context);
  told.set(context, time);
  if (!isFirst) return;
  await context.route(CALLS, async (route) => {
    const response = await route.fetch().catch(() => null);
    // Its page was closed in between.
    if (response === null) return;
    const date = told.get(context)?.toUTCString() ?? '';
    await route.fulfill({ response, headers: { ...response.headers(), date } }).catch(() => undefined);
  });
}
