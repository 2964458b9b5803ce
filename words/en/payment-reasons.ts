import { contact } from './contact.ts';

export const paymentReasonWords = {
  CREATED: (at: string) => `We send it ${at}.`,
  UNFUNDED:
    'The researcher must first add money for this study. We have emailed them. You are paid as soon as they pay.',
  HELD: (at: string) => `We try again ${at}. You do not need to do anything.`,
  ACCOUNT_CHANGED: (at: string) =>
    `Your number was changed, so we wait until ${at}. This protects your money if someone else changed it.`,
  PERSON_LIMIT: (at: string) =>
    `You have reached today’s limit of payments, so we send this one ${at}. You do not need to do anything.`,
  RESEARCHER_LIMIT: (at: string) =>
    `The researcher has reached their daily payment limit, so we send this one ${at}. You do not need to do anything.`,
  SENDING: 'We are sending it now.',
  PENDING: 'The network has it. It usually takes a minute.',
  UNKNOWN: 'The network has not answered yet. We keep asking. Your money is safe.',
  NO_ACCOUNT: 'You have not given us a mobile-money account. Give one, then try again. Your money is safe.',
  ACCOUNT_NOT_REGISTERED:
    'The network has no mobile-money account for this number. Give another number, then try again. Your money is safe.',
  ACCOUNT_LIMIT:
    'Your account cannot receive more money now. Make room in it or give another number, then try again. Your money is safe.',
  ACCOUNT_BLOCKED:
    'The network says that your account is blocked. Ask them, or give another number, then try again. Your money is safe.',
  NAME_DIFFERS:
    'Your network has another name for your number. Is it your own or your family’s? Answer, or give another number. Your money is safe.',
  WALLET_IN_USE: `Someone else uses this number to get paid, or to pay for this study. Give your own number, then try again. If you share the phone, write to us at ${contact.email}. Your money is safe.`,
  ACTION_NEEDED: 'The network did not accept it. Check your account, then try again. Your money is safe.',
  MISSING: 'You told us that it did not arrive. We ask the network and email you.',
  REVERSED:
    'The network reversed this payment. Your money is safe. We ask the network why and send it again. You do not need to do anything.',
  REVIEW: 'The network’s answer is not clear. We are checking. You do not need to do anything.',
  asksToo: 'We also wait until you confirm that the number is yours.',
} as const;
