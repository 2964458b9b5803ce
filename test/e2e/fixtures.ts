import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  expect,
  test as base,
} from '@playwright/test';
import { type Layout, type Product, startProduct } from '../support/product.ts';
import { isPseudo } from '../../apps/web/build-folder.ts';
import { wideLimits } from '../support/wide-limits.ts';
import { KEEP_TOASTS } from './keep-toasts.ts';
import { PHONE } from './phone.ts';
import { watchTroubles } from './page-errors.ts';

export interface ProductOptions {
  layout: Layout;
}

interface Visitors {
  /** Toasts stay until they are dismissed, so that no test must be quick to see them. */
  keepsToasts: boolean;
  /**
   * Opens a page in a new browser, like another person; or another tab beside a page. Errors in it, and
   * everything that its policy blocks, fail the test.
   */
  visit: (beside?: Page) => Promise<Page>;
  /** Opens it on a phone: 360 px and touch. */
  visitByPhone: () => Promise<Page>;
}

type NewContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/** Tests share one running product; each has its own visitors. */
export const test = base.extend<Visitors & { newContext: NewContext }, ProductOptions & { product: Product }>(
  {
    keepsToasts: [true, { option: true }],
    newContext: async ({ browser, product, keepsToasts }, use) => {
      const troubles: string[] = [];
      const contexts: BrowserContext[] = [];
      await use(async (options) => {
        const context = await browser.newContext({ baseURL: product.url, ...options });
        contexts.push(context);
        await watchTroubles(context, (trouble) => troubles.push(trouble));
        if (keepsToasts) await context.addInitScript(KEEP_TOASTS);
        return context;
      });
      // Requests that the end of a test interrupts are not errors of it, nor of the next one.
      const pages = contexts.flatMap((context) => [context, ...context.pages()]);
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(contexts.map((context) => context.close()));
      expect(troubles).toEqual([]);
    },
    visit: async ({ newContext }, use) => {
      await use(async (beside) => (beside?.context() ?? (await newContext())).newPage());
    },
    visitByPhone: async ({ newContext }, use) => {
      await use(async () => (await newContext(PHONE)).newPage());
    },
    layout: ['one process, embedded database', { option: true, scope: 'worker' }],
    product: [
      async ({ layout }, use) => {
        const product = await startProduct(layout, {
          ...wideLimits,
          DECISION_NOTICE_SECONDS: 0,
          FURTHER_CHANGES_SECONDS: 0,
          ...(isPseudo ? { DEMO_DATA: 'none' } : {}),
        });
        await use(product);
        await product.stop();
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: async ({ product }, use) => use(product.url),
  },
);

export { expect };
export { linkInEmail } from './emails.ts';
