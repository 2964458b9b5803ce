import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Fail } from './problem.ts';

/** The number in E.164, `+233241234567`; fails on the named field unless it is a number of Ghana (D-40). */
export function normalPhoneNumber(text: string, field: string, fail: Fail<'INVALID_INPUT'>): string {
  const number = parsePhoneNumberFromString(text, 'GH');
  if (!number?.isValid() || number.country !== 'GH') {
    return fail('INVALID_INPUT', [{ rule: 'phoneNumber', field }]);
  }
  return number.number;
}

/** What may be shown of a stored number: enough for its owner to know it by. */
export function maskedPhoneNumber(number: string): string {
  return `${number.slice(0, -9)} •• ••• ${number.slice(-4)}`;
}
