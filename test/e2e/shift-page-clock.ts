import type { Page } from '@playwright/test';

/**
 * The clock of the page, and the time that the server's answers tell it, so many hours ahead of the real one; what shows a time is redrawn
 * within a second. An answer that comes meanwhile would else set the page's clock right.
 */
export const shiftPageClock = (page: Page, hours: number) =>
  page.evaluate(`
    globalThis.ownNow ??= Date.now.bind(Date);
    globalThis.ownGet ??= Headers.prototype.get;
    Date.now = () => ownNow() + ${hours} * 3600_000;
    Headers.prototype.get = function (name) {
      const value = ownGet.call(this, name);
      return name === 'date' && value ? new Date(Date.parse(value) + ${hours} * 3600_000).toUTCString() : value;
    };`);
