import { type Page, expect } from '@playwright/test';
import { watchNotifications } from '@app/contracts/project/notifications.ts';

/**
 * Waits for a page's event stream: the server has counted all notifications by its first event. Call it
 * before the page opens.
 */
export const liveFrom = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(watchNotifications.path));

/** Describes the page's state if its stream never starts. */
const LIFE = `({
  isAlive: Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  at: location.href,
  title: document.title,
  readyState: document.readyState,
  unloaded: performance
    .getEntriesByType('resource')
    .filter(({ responseStatus, responseEnd }) => responseStatus >= 400 || responseEnd === 0)
    .map(({ name }) => name),
})`;

/** Prerendered HTML responds to presses only after hydration. */
export const untilAlive = (page: Page) =>
  expect.poll(() => page.evaluate<unknown>(LIFE)).toMatchObject({ isAlive: true });

/** Earlier requests of the page have arrived: a later one has been answered. */
export const untilRequestsArrived = (page: Page) => page.evaluate(`fetch('/robots.txt').then(() => {})`);
