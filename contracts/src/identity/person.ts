import * as z from 'zod/mini';
import { ROLES, VERIFICATION_STATUSES } from '../enumerations.ts';
import { LEGAL_TEXTS } from '../legal-texts.ts';
import { rule } from '../rule.ts';
import { Id } from '../endpoint.ts';
import { typedCode } from '../typed-code.ts';

/**
 * Browsers store this under `user` (S-506, D-23). `adminVerificationStatus` is null without company
 * information.
 */
export const SignedInUser = z.object({
  userId: Id,
  token: z.string(),
  role: z.enum(ROLES),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  adminVerificationStatus: z.nullable(z.enum(VERIFICATION_STATUSES)),
  hasCompanyInfo: z.boolean(),
  hasUserInfo: z.boolean(),
  firstLogin: z.boolean(),
  isMatched: z.boolean(),
  /** Absent in a user that an older version stored. */
  lacksLanguages: z.optional(z.boolean()),
  mustAgreeTo: z.array(z.enum(LEGAL_TEXTS)),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** D-22 and NIST SP 800-63B-4 3.1.1.2 define the length. The service may require a longer password. */
export const NewPassword = z.string({ error: rule(`minLength ${PASSWORD_MIN_LENGTH}`) }).check(
  z.refine((text) => text.isWellFormed() && !text.includes('\u0000'), {
    error: rule('characterNotAllowed'),
    abort: true,
  }),
  z.refine((text) => [...text].length >= PASSWORD_MIN_LENGTH, {
    error: rule(`minLength ${PASSWORD_MIN_LENGTH}`),
    abort: true,
  }),
  z.refine((text) => [...text].length <= PASSWORD_MAX_LENGTH, rule(`maxLength ${PASSWORD_MAX_LENGTH}`)),
);

/** The token has 32 random bytes and works once (D-24). */
export const EmailToken = z.string({ error: rule('valueRequired') }).check(z.minLength(1), z.maxLength(200));

export const EMAIL_CODE_LENGTH = 8;

export const EmailCode = typedCode(
  { fewest: EMAIL_CODE_LENGTH, most: EMAIL_CODE_LENGTH },
  rule(`codeDigits ${EMAIL_CODE_LENGTH}`),
);
