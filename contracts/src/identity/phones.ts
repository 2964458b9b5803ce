import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ROLES } from '../enumerations.ts';
import { MobileNumber } from '../phone-number.ts';
import { rule } from '../rule.ts';
import { typedCode } from '../typed-code.ts';
import { SignedInUser } from './person.ts';
import { Credentials } from './session.ts';

/** Networks reassign unused numbers, so a proof expires. */
export const PROOF_DAYS = 180;
export const CODE_LENGTH = 6;
/** Longer, because a dialled code works in any browser. */
export const DIALLED_CODE_LENGTH = 10;
export const CODE_MINUTES = 10;
export const MOST_CODE_TRIES = 5;

export const TextCode = typedCode(
  { fewest: CODE_LENGTH, most: CODE_LENGTH },
  rule(`codeDigits ${CODE_LENGTH}`),
);

const CodeSent = z.object({
  /** Until the next code. */
  secondsToNext: z.int(),
});

export const PhoneAsked = z.strictObject({
  phoneNumber: MobileNumber,
  password: z.optional(Credentials.shape.password),
});

/**
 * The number allows log-ins, so the password is required, or a recent log-in without a code. The sign-up
 * number needs neither in the first hour.
 */
export const askPhoneCode = endpoint({
  method: 'POST',
  path: '/users/me/phone/code',
  summary: 'Send a text with a code to the number that the caller says is theirs',
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

/** Works in the session that asked. The number leaves any other account, whose owner gets an email. */
export const provePhone = endpoint({
  method: 'POST',
  path: '/users/me/phone',
  summary: "Make a number the caller's own, by the code of the text",
  access: 'SIGNED_IN',
  body: PhoneProof,
  errors: ['INVALID_INPUT', 'CODE_WRONG', 'TEXTS_NOT_OFFERED'],
});

/** Requires the same as `askPhoneCode`, and ends sessions opened by a code. */
export const removePhone = endpoint({
  method: 'POST',
  path: '/users/me/phone/remove',
  summary: "Take the caller's number off: no code opens the account, and no text goes there",
  access: 'SIGNED_IN',
  body: z.strictObject({ password: z.optional(Credentials.shape.password) }),
  errors: ['INVALID_INPUT', 'WRONG_PASSWORD', 'LOG_IN_AGAIN', 'PASSWORD_LOCKED', 'TOO_MANY_REQUESTS'],
});

export const LogInCodeAsked = z.strictObject({ phoneNumber: MobileNumber });

/**
 * The reply is equal for unknown numbers. NO_TEXT_SENT means too many unused codes this hour. A cookie binds
 * the code to this browser.
 */
export const askLogInCode = endpoint({
  method: 'POST',
  path: '/auth/login/code/send',
  summary: 'Send a text with a code to log in, if the number is that of an account',
  access: 'ANYONE',
  body: LogInCodeAsked,
  reply: CodeSent,
  limits: ['CODES_ASKED_PER_ADDRESS_PER_HOUR', 'CODES_ASKED_PER_DEVICE_PER_HOUR'],
  errors: ['INVALID_INPUT', 'TOO_MANY_REQUESTS', 'NO_TEXT_SENT', 'TEXTS_NOT_OFFERED'],
});

/** For a number with two accounts; without `role` the code gets ROLE_NEEDED and stays valid. */
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
