import type { LegalTextName } from '@app/contracts/legal-texts.ts';

export const legalChanges: Record<LegalTextName, readonly string[]> = {
  TERMS: [
    'The terms are in plain English.',
    'A study can be an online survey. The terms say when you must be paid for it.',
    'You can object to a rejected survey. An admin then decides.',
    'We can suspend a study or an account. You read why.',
  ],
  PRIVACY: [
    'The policy is in plain English.',
    'For online surveys, it says what the survey tool gets and what we keep.',
    'We record calls that a researcher tries. Each meeting has two words.',
    'Researchers use a code for you, which is different in each project.',
    'It says who in our team sees what, and that we record it.',
    'It covers messages, texts, invitations, consent texts and waiting lists.',
  ],
};

export const agreeAgainWords = {
  heading: (count: number) => (count === 1 ? 'A text has changed' : 'Our texts have changed'),
  intro:
    'Please read what has changed. Until you agree, you can open only My Accounts and Help. The version that you agreed to before still applies. Your meetings and payments continue.',
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
    'You can log out and think about it. In My Accounts you can download your data or delete your account.',
  logOut: 'Log out',
  toAccount: 'To My Accounts',
} as const;
