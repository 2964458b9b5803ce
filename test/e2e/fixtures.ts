import { test as base } from '@playwright/test';
import type { Layout, Product } from '../product.ts';
import { startProduct } from '../product.ts';

export interface ProductOptions {
  layout: Layout;
}

/** Tests share one running product; each has a browser of its own. */
export const test = base.extend<object, ProductOptions & { product: Product }>({
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

export { expect } from '@playwright/test';

interface Letter {
  to: string;
  subject: string;
  links: string[];
}

/** The first link to a page in the newest letters of an address, as the demo's mailbox shows them. */
export async function linkInLetter(product: Product, to: string, page: string, about = ''): Promise<string> {
  const wanted = (link: string) => new URL(link).pathname.startsWith(page) && link.includes(about);
  for (const end = Date.now() + 20_000; Date.now() < end; ) {
    const letters = (await (await fetch(`${product.url}/dev/mail.json?to=${encodeURIComponent(to)}`)).json()) as Letter[];
    const link = letters.flatMap(({ links }) => links).find(wanted);
    if (link !== undefined) return link;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No letter to ${to} with a link to ${page}`);
}
