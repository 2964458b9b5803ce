import type { Page } from '@playwright/test';

/** The clock of the page alone, so many hours ahead of the real one; what shows a time is redrawn within a second. */
export const turnPage = (page: Page, hours: number) =>
  page.evaluate(`
    globalThis.ownNow ??= Date.now.bind(Date);
    Date.now = () => ownNow() + ${hours} * 3600_000;`);
