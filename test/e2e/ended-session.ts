import type { Page } from '@playwright/test';
import { paths } from '@app/contracts/web-paths.ts';

/**
 * A page whose session has ended leaves by itself, at its next request at the latest, which would abort a
 * reload by the test. So another tab makes the request, and the page hears of the end.
 */
export async function noticeEndedSession(page: Page): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto(paths.accounts);
}
