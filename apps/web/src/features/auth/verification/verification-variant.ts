import { verificationMessages as words } from '@app/words/email-verification.ts';
import { paths } from '@app/contracts/web-paths.ts';
import type { Letter } from './use-resend.ts';

/** One of the four faces of the email-verification screen (S-105). */
export interface Variant {
  heading: string;
  text: (email: string) => string;
  /** The letter that this screen sends again. */
  letter?: Letter;
  /** No letter is on its way; the address is asked for where the link has none that could be right. */
  isFailure?: boolean;
  /** What else can be done. */
  way: { question?: string; to: string; text: string };
}

const logIn = { to: paths.logIn, text: words.logIn };

/** By the route's id in routes.ts. */
const variants: Record<string, Variant> = {
  'password-letter-sent': {
    ...words.passwordLetterSent,
    letter: 'PASSWORD',
    way: { question: words.wrongAddress, to: paths.forgotPassword, text: words.tryOtherEmail },
  },
  'verifying-confirmation': {
    ...words.verifyingConfirmation,
    letter: 'VERIFICATION',
    way: { question: words.wrongAddress, ...logIn },
  },
  'verification-success': { heading: words.success.heading, text: () => words.success.text, way: logIn },
  'verification-failed': {
    heading: words.failed.heading,
    text: () => words.failed.text,
    letter: 'VERIFICATION',
    isFailure: true,
    way: { question: words.failed.verifiedBefore, ...logIn },
  },
};

export function variantOf(routeId: string | undefined): Variant {
  return variants[routeId ?? ''] ?? variants['verification-failed']!;
}
