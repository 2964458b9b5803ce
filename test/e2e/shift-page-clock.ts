import type { Page } from '@playwright/test';

/**
 * Shifts the page's clock and the server time in responses by these hours; displayed times are rendered again
 * within a second. A response would otherwise correct the page's clock.
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
