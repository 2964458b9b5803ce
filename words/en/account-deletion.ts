import type { Role } from '@app/contracts/enumerations.ts';

export const leavingWords = {
  account: 'account',
  intro:
    'You may go at any time. Your account is deleted at once, and all else that we hold of you within the hour.',
  goes: 'What goes',
  stays: 'What stays, and why',
  first: 'Before that',
  ofRole: {
    PARTICIPANT: {
      goes: 'Your name, email and phone number; your set-up; your answers, sent or begun; your mobile-money account; your notifications and log-ins; what researchers have noted about you. Meetings that you have booked are given back, and their researchers are told.',
      stays:
        'Each application, without your name. It has your age, gender and other facts the study asked for. It says how the researcher decided. Researchers need it to count their applicants. We keep what was paid and when, since books must be kept. The safety record stays, under a number.',
      first: 'Money on its way to you has to arrive: without an account nobody could pay it.',
    },
    RESEARCHER: {
      goes: 'Your name, email and phone number; your company; your projects, drafts and studies that nobody applied to; your notes on applicants; the phones you paid from; your calendar, notifications and log-ins.',
      stays:
        'Of studies that people applied to, the public name and the questions: they are part of what those people have sent. How you decided, and what was paid and when, since books must be kept. The safety record, under a number.',
      first:
        'Close your studies and their budgets, and hold or cancel your meetings, so that nobody waits for you and what is left is given back to you.',
    },
  } satisfies Record<Role, { goes: string; stays: string; first: string }>,
  deleteOwnAccount: 'Delete my account',
  leaveTitle: 'Delete your account?',
  forGood:
    'Nobody can undo this, we cannot either. You may sign up again with the same email, as somebody new.',
  passwordHint: 'So that nobody else who finds your screen open can do this.',
  codeText:
    'You have no password yet that we could ask for. We send you a code instead; it works for 30 minutes.',
  sendCode: 'Send me the code',
  sendCodeAgain: 'Send another code',
  codeSent: (email: string) => `The code is on its way to ${email}`,
  code: 'Code',
  codeHint: 'The eight digits in our email',
  leaveNow: 'Delete for good',
  notYet: 'Not yet',
  toStudies: 'To my projects',
  toMeetings: 'To my meetings',
  toMoney: 'To my payments',
  maybeGone: 'Your account may be deleted already: then you cannot log in with it any more.',
} as const;
