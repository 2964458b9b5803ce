import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** Each text must fit one part of GSM-7. */
export const phoneTextWords = {
  /** The last line must have exactly this form, because browsers read the code from it (WebOTP). */
  code: (code: string, host: string) =>
    `${code} is your ${PRODUCT_NAME} code. It works for 10 minutes. Never share it.\n\n@${host} #${code}`,
  replaced: `Your ${PRODUCT_NAME} account has a new number. If this was not you, log out and choose "Forgot password?" now.`,
};
