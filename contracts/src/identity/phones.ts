import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ROLES } from '../enumerations.ts';
import { MobileNumber } from '../phone-number.ts';
import { rule } from '../rule.ts';
import { typedCode } from '../typed-code.ts';
import { SignedInUser } from './person.ts';
import { Credentials } from './sessions.ts';

/** Networks give unused numbers to other people, so a number must be proven again after this time. */
export const PROOF_DAYS = 180;
export const CODE_LENGTH = 6;
/** This code is typed into the USSD menu and works in any browser, so it is longer than other codes. */
export const DIALLED_CODE_LENGTH = 10;
export const CODE_MINUTES = 10;
export const MOST_CODE_TRIES = 5;

export const TextCode = typedCode(
  { fewest: CODE_LENGTH, most: CODE_LENGTH },
  rule(`codeDigits ${CODE_LENGTH}`),
);

const CodeSent = z.object({
  secondsToNext: z.int(),
});

export const PhoneAsked = z.strictObject({
  phoneNumber: MobileNumber,
  password: z.optional(Credentials.shape.password),
});

/**
 * A verified number can be used to log in, so this requires the password or a recent log-in without a code.
 * In the account's first hour, the sign-up number requires neither.
 */
export const askPhoneCode = endpoint({
  method: 'POST',
  path: '/users/me/phone/code',
  summary: 'Text a code to the number that the caller wants to verify',
  access: 'SIGNED_IN',
  body: PhoneAsked,
  reply: CodeSent,
  limits: ['PHONE_CODES_PER_PERSON_PER_DAY'],
  errors: [
    'INVALID_INPUT',
    'WRONG_PASSWORD',
    'LOG_IN_AGAIN',
    'PASSWORD_LOCKED',
    'TOO_MANY_REQUESTS',
    'NO_TEXT_SENT',
    'TEXTS_NOT_OFFERED',
  ],
});

export const PhoneProof = z.strictObject({ phoneNumber: MobileNumber, code: TextCode });

/**
 * Only the session that requested the code can use it. Another account with the number loses it and gets an
 * email.
 */
export const provePhone = endpoint({
  method: 'POST',
  path: '/users/me/phone',
  summary: "Verify the caller's number with the code of the text",
  access: 'SIGNED_IN',
  body: PhoneProof,
  errors: ['INVALID_INPUT', 'CODE_WRONG', 'TEXTS_NOT_OFFERED'],
});

/** Requires the same confirmation as `askPhoneCode`. Ends the sessions that were opened with a code. */
export const removePhone = endpoint({
  method: 'POST',
  path: '/users/me/phone/remove',
  summary: "Remove the caller's number: no more codes and texts",
  access: 'SIGNED_IN',
  body: z.strictObject({ password: z.optional(Credentials.shape.password) }),
  errors: ['INVALID_INPUT', 'WRONG_PASSWORD', 'LOG_IN_AGAIN', 'PASSWORD_LOCKED', 'TOO_MANY_REQUESTS'],
});

export const LogInCodeAsked = z.strictObject({ phoneNumber: MobileNumber });

/**
 * The reply does not reveal whether an account exists. A cookie binds the code to this browser. NO_TEXT_SENT
 * means that too many codes were not used in this hour.
 */
export const askLogInCode = endpoint({
  method: 'POST',
  path: '/auth/login/code/send',
  summary: 'Text a log-in code if the number belongs to an account',
  access: 'ANYONE',
  body: LogInCodeAsked,
  reply: CodeSent,
  limits: ['CODES_ASKED_PER_ADDRESS_PER_HOUR', 'CODES_ASKED_PER_DEVICE_PER_HOUR'],
  errors: ['INVALID_INPUT', 'TOO_MANY_REQUESTS', 'NO_TEXT_SENT', 'TEXTS_NOT_OFFERED'],
});

/** If the number has two accounts, a code without `role` gets ROLE_NEEDED and stays valid. */
export const LogInCode = z.strictObject({
  phoneNumber: MobileNumber,
  code: typedCode({ fewest: CODE_LENGTH, most: DIALLED_CODE_LENGTH }, rule('codeOfText')),
  role: z.optional(z.enum(ROLES)),
});

export const logInByCode = endpoint({
  method: 'POST',
  path: '/auth/login/code',
  summary: 'Log in with the code of a text',
  access: 'ANYONE',
  body: LogInCode,
  reply: SignedInUser,
  limits: ['CODES_TRIED_PER_ADDRESS_PER_10_MINUTES', 'CODES_TRIED_PER_DEVICE_PER_10_MINUTES'],
  errors: ['INVALID_INPUT', 'CODE_WRONG', 'ROLE_NEEDED', 'ACCOUNT_SUSPENDED', 'TEXTS_NOT_OFFERED'],
});
