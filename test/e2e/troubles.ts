import type { BrowserContext } from '@playwright/test';

const OF_SECURITY =
  /content.security.policy|trusted ?(type|html|script)|permissions.policy|cors policy|mixed content/i;

/** Reports what the browser blocked by a policy, and every error that no script caught, in all tabs and frames. */
export async function watchTroubles(context: BrowserContext, note: (trouble: string) => void): Promise<void> {
  context.on('weberror', (error) => note(`${error.page()?.url()}: ${error.error().message}`));
  context.on('console', (message) => {
    if (OF_SECURITY.test(message.text())) note(`${message.page()?.url()}: ${message.text()}`);
  });
  // Not every violation is written to the console, and not every one of those in words that can be foreseen.
  await context.exposeBinding('noteViolation', ({ page }, what: string) => note(`${page.url()}: ${what}`));
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    noteViolation(['Blocked by', event.violatedDirective, event.blockedURI, event.sample].join(' '));
  })`);
}
