import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { useEffect } from 'react';

export function pageMeta(title: string, description?: string) {
  return [
    { title: `${title} · ${PRODUCT_NAME}` },
    ...(description === undefined ? [] : [{ name: 'description', content: description }]),
  ];
}

export function useTitle(page: string, name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return undefined;
    const before = document.title;
    const own = `${name} · ${page} · ${PRODUCT_NAME}`;
    document.title = own;
    return () => {
      // The next page may have set its own title by now.
      if (document.title === own) document.title = before;
    };
  }, [page, name]);
}
