import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** What others show of a link that is shared, where the page has no words of its own before somebody logs in. */
export const previewWords = {
  study: {
    title: `A research study on ${PRODUCT_NAME}`,
    description:
      'Log in to read what it is about, who asks, how long it takes and when. Taking part costs nothing, and you are paid by mobile money.',
  },
} as const;
