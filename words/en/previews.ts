import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** A preview reveals nothing before login. */
export const previewWords = {
  study: {
    title: `A research study on ${PRODUCT_NAME}`,
    description: 'Log in to see what it is about and who runs it. Taking part is free.',
  },
} as const;
