import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { useEffect } from 'react';

/** The meta tags of a page: its title with the product's name, and what a search result says of it. */
export function titled(title: string, description?: string) {
  return [
    { title: `${title} · ${PRODUCT_NAME}` },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
  ];
}

/** Names in the window's title what the page is about, so that the tabs of two studies can be told apart. */
export function useTitle(page: string, name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    const before = document.title;
    const own = `${name} · ${page} · ${PRODUCT_NAME}`;
    document.title = own;
    return () => {
      // The next page has set its own before this one goes.
      if (document.title === own) document.title = before;
    };
  }, [page, name]);
}
