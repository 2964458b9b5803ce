import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as base } from '@playwright/test';
import type { Layout, Product } from '../product.ts';
import { startProduct } from '../product.ts';

export interface ProductOptions {
  layout: Layout;
}

interface Visitors {
  /**
   * Opens a page in a browser of its own, as another person would; or another tab beside a page. What goes wrong in it
   * fails the test.
   */
  visit: (beside?: Page) => Promise<Page>;
}

/** Tests share one running product; each has visitors of its own. */
export const test = base.extend<Visitors, ProductOptions & { product: Product }>({
  visit: async ({ browser, product }, use) => {
    const troubles: string[] = [];
    const contexts: BrowserContext[] = [];
    const open = async () => {
      const context = await browser.newContext({ baseURL: product.url });
      contexts.push(context);
      return context;
    };
    await use(async (beside) => {
      const page = await (beside?.context() ?? (await open())).newPage();
      page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
      page.on('console', (message) => {
        if (/Content.Security.Policy|Trusted Type/i.test(message.text()))
          troubles.push(`${page.url()}: ${message.text()}`);
      });
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(troubles).toEqual([]);
  },
  layout: ['one process, embedded database', { option: true, scope: 'worker' }],
  product: [
    async ({ layout }, use) => {
      const product = await startProduct(layout);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});

export { expect };

interface Letter {
  to: string;
  subject: string;
  links: string[];
}

/** The first link to a page in the newest letters of an address, as the demo's mailbox shows them. */
export async function linkInLetter(product: Product, to: string, page: string, about = ''): Promise<string> {
  const wanted = (link: string) => new URL(link).pathname.startsWith(page) && link.includes(about);
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const letters = (await (
      await fetch(`${product.url}/dev/mail.json?to=${encodeURIComponent(to)}`)
    ).json()) as Letter[];
    const link = letters.flatMap(({ links }) => links).find(wanted);
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No letter to ${to} with a link to ${page}`);
}
