import type { BrowserContext } from '@playwright/test';

const OF_SECURITY =
  /content.security.policy|trusted ?(type|html|script)|permissions.policy|cors policy|mixed content/i;

/** Reports every text on a page that shows a date as 2026-11-30 (S-705), including toasts. */
const WATCH_DATES = `addEventListener('DOMContentLoaded', () => {
  const date = /\\b20\\d\\d-\\d\\d-\\d\\d\\b/;
  const look = (root) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = root.nodeType === Node.TEXT_NODE ? root : texts.nextNode(); text; text = texts.nextNode())
      if (date.test(text.data) && !text.parentElement?.closest('pre, script, style, textarea'))
        recordViolation('A date that is not in words: ' + text.data.slice(0, 200));
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      (type === 'characterData' ? [target] : addedNodes).forEach(look);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  look(document.body);
});`;

/** Reports everything that a policy blocked, and every uncaught error, in all tabs and frames. */
export async function watchTroubles(
  context: BrowserContext,
  record: (trouble: string) => void,
): Promise<void> {
  context.on('weberror', (error) => record(`${error.page()?.url()}: ${error.error().message}`));
  context.on('console', (message) => {
    if (OF_SECURITY.test(message.text())) record(`${message.page()?.url()}: ${message.text()}`);
  });
  // Not every violation is logged to the console, and their texts vary.
  await context.exposeBinding('recordViolation', ({ page }, what: string) =>
    record(`${page.url()}: ${what}`),
  );
  await context.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    recordViolation(['Blocked by', event.violatedDirective, event.blockedURI, event.sample].join(' '));
  })`);
  await context.addInitScript(WATCH_DATES);
}
