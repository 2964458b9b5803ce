import { contact } from './contact.ts';

export const paymentReasonWords = {
  CREATED: (at: string) => `It leaves ${at}.`,
  UNFUNDED:
    'The researcher has to pay in for it, since the budget of the study was closed before. We have written to them, and you are paid as soon as they do.',
  HELD: (at: string) => `We try again ${at}. There is nothing that you need to do.`,
  ACCOUNT_CHANGED: (at: string) =>
    `Your account was changed, so we wait until ${at}: nobody who took your account over is paid in your place.`,
  PERSON_LIMIT: (at: string) =>
    `You were paid as much today as one person is in a day, so this one leaves ${at}. There is nothing that you need to do.`,
  RESEARCHER_LIMIT: (at: string) =>
    `The researcher of this study has paid as much today as one researcher may in a day, so this one leaves ${at}. There is nothing that you need to do.`,
  SENDING: 'We are sending it now.',
  PENDING: 'The network has it. It usually takes a minute.',
  UNKNOWN: 'The network has not answered yet. We go on asking; your money is safe.',
  NO_ACCOUNT:
    'There is no mobile-money account in your set-up. Give one, then try again. Your money is safe.',
  ACCOUNT_NOT_REGISTERED:
    'The network knows no mobile-money account with this number. Give another number, then try again. Your money is safe.',
  ACCOUNT_LIMIT:
    'Your account takes no more money for now. Make room in it or give another number, then try again. Your money is safe.',
  ACCOUNT_BLOCKED:
    'The network says that your account is blocked. Ask them, or give another number, then try again. Your money is safe.',
  NAME_DIFFERS:
    'Your network has your number under another name. Is it yours? Say so, or give another number. Your money is safe.',
  WALLET_IN_USE: `Somebody else is paid to this number, or this study was paid for from it. Give a number of your own, then try again. If you share the phone, write to us at ${contact.email}: we look at it, then send the money. It is safe.`,
  ACTION_NEEDED: 'The network did not take it. Look at your account, then try again. Your money is safe.',
  MISSING: 'You told us that it did not arrive. We ask the network and write to you.',
  REVERSED:
    'The network took this payment back. The money stays yours: we ask them why, and send it again. There is nothing that you need to do.',
  REVIEW: 'The network’s answer is not clear. We ask them ourselves. There is nothing that you need to do.',
  asksToo: 'We also wait until you say that the number is yours.',
} as const;
