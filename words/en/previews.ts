import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** A preview reveals nothing before login. */
export const previewWords = {
  study: {
    title: `A research study on ${PRODUCT_NAME}`,
    description:
      'Log in to read what it is about, who asks, how long it takes and if it pays. Taking part costs nothing.',
  },
} as const;
