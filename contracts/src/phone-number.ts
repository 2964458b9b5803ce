import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** Address books and chat programs put such invisible characters into numbers. */
const signsBetween = /[\s\p{Cf}().\-/]/gu;
const oddOrOfGhana = /[^\d+]|^(?:(?:\+|00)?233)?0?(?:[235]\d{8}|800\d{5})$/;
const oddOrMobile = /[^\d+]|^(?:(?:\+|00)?233)?0?[25]\d{8}$/;

/** Only a quick check: the server decides about unusual input. */
export const mayBeOfGhana = (text: string) => oddOrOfGhana.test(text.replace(signsBetween, ''));
/** Landlines and 0800 numbers are no mobile numbers. */
export const mayBeMobile = (text: string) => oddOrMobile.test(text.replace(signsBetween, ''));

/** Only a quick check: the server decides with libphonenumber (D-40). */
export const PhoneNumber = z
  .string(rule('phoneNumber'))
  .check(z.trim(), z.refine(mayBeOfGhana, { error: rule('phoneNumber'), abort: true }));

export const MobileNumber = PhoneNumber.check(z.refine(mayBeMobile, rule('mobileNumber')));

export const OptionalPhoneNumber = z.optional(
  z.string().check(
    z.trim(),
    z.refine((text) => !text || mayBeOfGhana(text), rule('phoneNumber')),
  ),
);
