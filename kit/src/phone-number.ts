import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Fail } from './problem.ts';

/** The number in E.164, `+233241234567`; fails on the named field unless it is a number of Ghana (D-40). */
export function normalPhoneNumber(text: string, field: string, fail: Fail<'INVALID_INPUT'>): string {
  // As copied from contacts and chats, with marks that nobody sees.
  const number = parsePhoneNumberFromString(text.replaceAll(/\p{Cf}/gu, ''), 'GH');
  if (!number?.isValid() || number.country !== 'GH') {
    return fail('INVALID_INPUT', [{ rule: 'phoneNumber', field }]);
  }
  return number.number;
}

/** In E.164; no landline (+233 3x), no 0800. */
export const MOBILE_OF_GHANA = /^\+233[25]\d{8}$/;

/** The same for a number that has mobile money or WhatsApp. */
export function normalMobileNumber(text: string, field: string, fail: Fail<'INVALID_INPUT'>): string {
  const number = normalPhoneNumber(text, field, fail);
  return MOBILE_OF_GHANA.test(number) ? number : fail('INVALID_INPUT', [{ rule: 'mobileNumber', field }]);
}

/** What may be shown of a stored number: enough for its owner to know it by. */
export function maskedPhoneNumber(number: string): string {
  return `${number.slice(0, -9)} •• ••• ${number.slice(-4)}`;
}
