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
  /** Messages stand until they are put away, so that no test has to be quick to see them. */
  keepsToasts: boolean;
  /**
   * Opens a page in a browser of its own, as another person would; or another tab beside a page. What goes wrong in it,
   * and all that its policy blocks, fails the test.
   */
  visit: (beside?: Page) => Promise<Page>;
  /** The same by a phone: 360 px, fingers for a pointer. */
  visitByPhone: () => Promise<Page>;
}

type NewContext = (options?: BrowserContextOptions) => Promise<BrowserContext>;

/** Tests share one running product; each has visitors of its own. */
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
      // What a test's end cuts off in the middle is no error of it, nor of the next one.
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
