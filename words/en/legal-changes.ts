import type { LegalTextName } from '@app/contracts/legal-texts.ts';

/** What the current version of each text changes, for whoever agreed to one before. */
export const legalChanges: Record<LegalTextName, readonly string[]> = {
  TERMS: ['When these terms change, we now ask you here, and say what has changed.'],
  PRIVACY: [
    'We note which version of these texts you agreed to, and when.',
    'You can change your email. We keep the one before for 30 days, so that we can put it back if it was not you.',
    'Your answers to a study are deleted 12 months after it closed, what you have read in your notifications after 30 days, and a sign-up that was never verified after 7 days.',
  ],
};

/** In place of a screen, once there is a new version. */
export const agreeAnewWords = {
  heading: (count: number) => (count === 1 ? 'A text has changed' : 'Our texts have changed'),
  intro:
    'Please read what is new, and tell us whether you agree. Until then My Accounts and Help are open to you, and the version that you agreed to before holds. Meetings and payments under way go on as they are.',
  names: { TERMS: 'Terms and conditions', PRIVACY: 'Privacy policy' } satisfies Record<LegalTextName, string>,
  version: (day: string) => `Version of ${day}`,
  readWhole: { TERMS: 'Read all terms', PRIVACY: 'Read the whole policy' } satisfies Record<
    LegalTextName,
    string
  >,
  agree: 'I agree',
  thanks: 'Thank you',
  otherwise: 'If you do not agree',
  otherwiseText:
    'You can log out and think about it, take your data along, or delete your account in My Accounts.',
  logOut: 'Log out',
  toAccount: 'To My Accounts',
} as const;
