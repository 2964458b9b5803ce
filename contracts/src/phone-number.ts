import * as z from 'zod/mini';
import { rule } from './rule.ts';

const signsBetween = /[\s().\-/]/g;
const oddOrOfGhana = /[^\d+]|^(?:(?:\+|00)?233)?0?(?:[235]\d{8}|800\d{5})$/;

/** False for a plain number with a digit too few or too many, or of elsewhere. Anything odder is left to the server. */
export const mayBeOfGhana = (text: string) => oddOrOfGhana.test(text.replace(signsBetween, ''));

/** As typed. The screen says so before anything is sent; libphonenumber on the server has the last word (D-40). */
export const PhoneNumber = z
  .string(rule('phoneNumber'))
  .check(z.trim(), z.refine(mayBeOfGhana, rule('phoneNumber')));

/** The same where a number is optional. */
export const OptionalPhoneNumber = z.optional(
  z.string().check(
    z.trim(),
    z.refine((text) => !text || mayBeOfGhana(text), rule('phoneNumber')),
  ),
);
