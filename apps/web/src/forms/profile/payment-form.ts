import { Payment } from '@app/contracts/identity/profile.ts';
import { rule } from '@app/contracts/rule.ts';
import * as z from 'zod/mini';

const signsBetween = /[\s().\-/]/g;
const numberOfGhana = /^(?:(?:\+|00)?233)?0?(?:[235]\d{8}|800\d{5})$/;

/** False for a plain number with a digit too few or too many, or of elsewhere. Anything odder is left to the server. */
export function mayBeOfGhana(text: string): boolean {
  const number = text.replace(signsBetween, '');
  return !/^\+?\d*$/.test(number) || numberOfGhana.test(number);
}

/** Says so before anything is sent; the server, which knows all numbers, has the last word (D-40). */
export const PaymentForm = z.strictObject({
  ...Payment.shape,
  phoneNumber: Payment.shape.phoneNumber.check(z.refine(mayBeOfGhana, rule('phoneNumber'))),
});
