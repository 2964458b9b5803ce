import { type Page, expect } from '@playwright/test';
import { watchNotifications } from '@app/contracts/project/notifications.ts';

/** The events of a page: the server has counted what there was by the time that it answers. Begin before the page opens. */
export const liveFrom = (page: Page) =>
  page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(watchNotifications.path));

/** Says what there is instead, where the page never comes alive. */
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

/** Prerendered HTML answers a press only once React has taken it over. */
export const untilAlive = (page: Page) =>
  expect.poll(() => page.evaluate<unknown>(LIFE)).toMatchObject({ isAlive: true });

/** What the page has sent until now has been noted by then: a request after it has come back. */
export const untilRequestsArrived = (page: Page) => page.evaluate(`fetch('/robots.txt').then(() => {})`);
