import type { PaymentLetterKind } from '@app/contracts/letters.ts';
import { contact } from '@app/words/contact.ts';

interface Words {
  subject: string;
  body(params: Record<string, string>): string[];
  facts(params: Record<string, string>): Record<string, string | undefined>;
  action: string;
}

/** What has to be done, by why a payment does not arrive. */
const remedies: Record<string, string> = {
  NO_ACCOUNT: 'We know no mobile-money account of yours. Please add one.',
  ACCOUNT_NOT_REGISTERED:
    'The network says that your number is not registered for mobile money. Please register it, or choose another number.',
  ACCOUNT_LIMIT:
    'Your account cannot take this amount now: it is full, or not active. Please spend some of it, or ask your network.',
  ACCOUNT_BLOCKED: 'Your account is blocked. Please ask your network, or choose another number.',
  WALLET_IN_USE: `Somebody else is paid to the same number, or the study was paid for from it. Please choose a number of your own, or write to ${contact.email} if you share the phone.`,
};

/** Subjects say neither an amount nor a study, so that a phone's lock screen tells nothing. */
export const paymentLetterWords: Record<PaymentLetterKind, Words> = {
  PAYMENT_MADE: {
    subject: 'You have been paid',
    body: () => [
      'The money for taking part in a study is on your phone: the network has confirmed it.',
      'If you do not find it there, tell us in My Accounts, and we ask the network.',
    ],
    facts: ({ amount, account, number }) => ({
      Amount: amount,
      Account: account,
      'The network’s number': number,
    }),
    action: 'See my payments',
  },
  PAYMENT_NEEDS_ACCOUNT: {
    subject: 'Your payment waits for you',
    body: ({ why = '' }) => [
      'We could not send you the money for taking part in a study.',
      remedies[why] ?? 'Please look at your mobile-money account.',
      'The money stays yours. Send it again in My Accounts once that is done.',
    ],
    facts: ({ amount, account }) => ({ Amount: amount, Account: account }),
    action: 'See my payments',
  },
};
