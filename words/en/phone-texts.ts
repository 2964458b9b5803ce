import { PRODUCT_NAME } from '@app/contracts/product.ts';

/** Text messages with codes, and about a number. One part of GSM-7 each: no accents beyond it, no curly quotes. */
export const phoneTextWords = {
  /** The last line is what a browser fills the code in by (WebOTP), letter for letter. */
  code: (code: string, host: string) =>
    `${code} is your ${PRODUCT_NAME} code. It works for 10 minutes. Never tell it to anyone.\n\n@${host} #${code}`,
  replaced: `Your ${PRODUCT_NAME} account has another number. If this was not you, log out and choose "Forgot password?" now.`,
};
