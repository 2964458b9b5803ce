import type { Page } from '@playwright/test';

const CALLS = /-service\/api\/v1\//;

/** Stops the clock of the page, and that of the server as far as its answers tell it. */
export async function setClocks(page: Page, time: Date): Promise<void> {
  await page.clock.setFixedTime(time);
  await page.context().unroute(CALLS);
  await page.context().route(CALLS, async (route) => {
    const response = await route.fetch().catch(() => null);
    // Its page was closed in between.
    if (response === null) return;
    await route.fulfill({ response, headers: { ...response.headers(), date: time.toUTCString() } });
  });
}
