import type { LegalTextName } from '@app/contracts/legal-texts.ts';

export const legalChanges: Record<LegalTextName, readonly string[]> = {
  TERMS: ['A study shows what it pays before you apply. The terms now say this, and when you must be paid.'],
  PRIVACY: [
    'We can send text messages to a number that you confirmed. Another company delivers them.',
    'You can log in with a code to that number.',
    'We keep whether a text message arrived, and not its words.',
    'If you allow it, you get notifications in your browser. The company that delivers them cannot read them.',
    'We count who opens a study. Its researcher reads numbers, never names.',
    'A researcher can invite people by their email. One click in the email stops all invitations.',
    'When you save something, a cookie of ten seconds lets you see it at once.',
    'A cookie of one day shows that you signed up in this browser.',
    'You and a researcher can write to each other. The policy says who reads it, and how long we keep it.',
    'You can dial a code on your phone. Another company passes it to us. We keep it for one day.',
    'A study can ask for regions, languages or work. Its researcher sees which of them are true of you.',
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
