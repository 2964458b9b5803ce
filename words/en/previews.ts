import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** People see previews before they log in, so a preview reveals nothing. */
export const previewWords = {
  study: {
    title: `A research study on ${PRODUCT_NAME}`,
    description: 'Log in to see what it is about and who runs it. Taking part is free.',
  },
} as const;
