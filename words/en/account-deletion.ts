import type { Role } from '@app/contracts/enumerations.ts';

export const accountDeletionWords = {
  account: 'account',
  intro: 'You can delete your account at any time. We delete it at once, and your other data within a day.',
  goes: 'What we delete',
  stays: 'What we keep, and why',
  first: 'Before you delete it',
  ofRole: {
    PARTICIPANT: {
      goes: 'Your name, email and phone number; your set-up; your answers and drafts; your mobile-money account; your notifications and devices; the notes of researchers about you. We cancel your booked meetings and notify the researchers.',
      stays:
        'Your applications without your name: age, gender, other details that the study asked for, and the decision. Researchers need them to count applicants. Your payments and their dates, for our accounting. Our security records, with a number instead of your name.',
      first: 'Wait until all your money has arrived. Without an account we cannot pay you.',
    },
    RESEARCHER: {
      goes: 'Your name, email and phone number; your company; your projects, drafts and studies without applications; your notes on applicants; the phones that you paid from; your calendar, notifications and devices.',
      stays:
        'The public name and the questions of studies that people applied to. They belong to the applications. Your decisions. Your payments and their dates, for our accounting. Our security records, with a number instead of your name.',
      first:
        'Finish or cancel your meetings. Then close your studies and their budgets, so that we can refund the rest.',
    },
  } satisfies Record<Role, { goes: string; stays: string; first: string }>,
  deleteOwnAccount: 'Delete my account',
  leaveTitle: 'Delete your account?',
  forGood:
    'You cannot undo this, and we cannot restore your account. You can sign up again with the same email.',
  passwordHint: 'So that no one else can delete your account.',
  codeText: 'You have no password yet, so we email you a code. It works for 30 minutes.',
  sendCode: 'Send me the code',
  sendCodeAgain: 'Send another code',
  codeSent: (email: string) => `We sent the code to ${email}`,
  code: 'Code',
  codeHint: 'The eight digits in our email',
  leaveNow: 'Delete permanently',
  notYet: 'Keep my account',
  toStudies: 'Go to my projects',
  toMeetings: 'Go to my meetings',
  toMoney: 'Go to my payments',
  maybeGone: 'Your account may already be deleted. If it is, you can no longer log in.',
} as const;
