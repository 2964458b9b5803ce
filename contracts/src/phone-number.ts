import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** Between digits, and what contacts and chats put around a number unseen. */
const signsBetween = /[\s\p{Cf}().\-/]/gu;
const oddOrOfGhana = /[^\d+]|^(?:(?:\+|00)?233)?0?(?:[235]\d{8}|800\d{5})$/;
const oddOrMobile = /[^\d+]|^(?:(?:\+|00)?233)?0?[25]\d{8}$/;

/** False for a plain number with a digit too few or too many, or of elsewhere. Anything odder is left to the server. */
export const mayBeOfGhana = (text: string) => oddOrOfGhana.test(text.replace(signsBetween, ''));
/** The same for a landline and a number of 0800 as well. */
export const mayBeMobile = (text: string) => oddOrMobile.test(text.replace(signsBetween, ''));

/** As typed. The screen says so before anything is sent; libphonenumber on the server has the last word (D-40). */
export const PhoneNumber = z
  .string(rule('phoneNumber'))
  .check(z.trim(), z.refine(mayBeOfGhana, { error: rule('phoneNumber'), abort: true }));

/** One that can have a mobile-money account. */
export const MobileNumber = PhoneNumber.check(z.refine(mayBeMobile, rule('mobileNumber')));

/** The same where a number is optional. */
export const OptionalPhoneNumber = z.optional(
  z.string().check(
    z.trim(),
    z.refine((text) => !text || mayBeOfGhana(text), rule('phoneNumber')),
  ),
);
