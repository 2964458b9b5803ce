import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** The meta tags of a page: its title with the product's name, and what a search result says of it. */
export function titled(title: string, description?: string) {
  return [
    { title: `${title} · ${PRODUCT_NAME}` },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
  ];
}
