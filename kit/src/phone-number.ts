import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Fail } from './problem.ts';

/** Returns the number in E.164 form, `+233241234567`, and undefined for numbers outside Ghana (D-40). */
export function parsePhoneNumber(text: string): string | undefined {
  // Contacts and chat programs add invisible characters to numbers.
  const number = parsePhoneNumberFromString(text.replaceAll(/\p{Cf}/gu, ''), 'GH');
  return number?.isValid() && number.country === 'GH' ? number.number : undefined;
}

export const normalPhoneNumber = (text: string, field: string, fail: Fail<'INVALID_INPUT'>): string =>
  parsePhoneNumber(text) ?? fail('INVALID_INPUT', [{ rule: 'phoneNumber', field }]);

/** Landlines (+233 3x) and 0800 numbers do not match. */
export const GHANA_MOBILE_NUMBER = /^\+233[25]\d{8}$/;

/** Mobile money and WhatsApp need a mobile number. */
export function normalMobileNumber(text: string, field: string, fail: Fail<'INVALID_INPUT'>): string {
  const number = normalPhoneNumber(text, field, fail);
  return GHANA_MOBILE_NUMBER.test(number) ? number : fail('INVALID_INPUT', [{ rule: 'mobileNumber', field }]);
}

export function maskedPhoneNumber(number: string): string {
  return `${number.slice(0, -9)} •• ••• ${number.slice(-4)}`;
}
