import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ROLES } from '../enumerations.ts';
import { MobileNumber } from '../phone-number.ts';
import { rule } from '../rule.ts';
import { typedCode } from '../typed-code.ts';
import { SignedInUser } from './person.ts';
import { Credentials } from './session.ts';

/** So long a proof of a number counts: networks give unused numbers to other people. */
export const PROOF_DAYS = 180;
export const CODE_LENGTH = 6;
/** A code that a phone has dialled for works in any browser, so anyone may guess at it. */
export const DIALLED_CODE_LENGTH = 10;
export const CODE_MINUTES = 10;
export const MOST_CODE_TRIES = 5;

/** The code of a text message. */
export const TextCode = typedCode(
  { fewest: CODE_LENGTH, most: CODE_LENGTH },
  rule(`codeDigits ${CODE_LENGTH}`),
);

const CodeSent = z.object({
  /** Until the number may have another one. */
  secondsToNext: z.int(),
});

export const PhoneAsked = z.strictObject({
  phoneNumber: MobileNumber,
  password: z.optional(Credentials.shape.password),
});

/**
 * Asks for the password or, where there is none, for a log-in of the last minutes, and not by a code: the number becomes a way in. The
 * number given at sign-up needs neither in an account's first hour.
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

/** By the session that asked for the code. The number leaves any account of somebody else, whose owner gets a letter. */
export const provePhone = endpoint({
  method: 'POST',
  path: '/users/me/phone',
  summary: "Make a number the caller's own, by the code of the text",
  access: 'SIGNED_IN',
  body: PhoneProof,
  errors: ['INVALID_INPUT', 'CODE_WRONG', 'TEXTS_NOT_OFFERED'],
});

/** Asks for what `askPhoneCode` asks for. Ends the sessions that a code to it has opened. */
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
 * The same answer whether or not the number has an account. NO_TEXT_SENT while too many codes of this hour are unused.
 * Sets a cookie: the code works in this browser alone.
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

/** Of a number with two accounts, `role` says which; without it the right code gets ROLE_NEEDED, and stays good. */
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
