import type { PaymentEmailKind } from '@app/contracts/emails.ts';
import { accountCheckWords } from '@app/words/account-check.ts';
import { contact } from '@app/words/contact.ts';

interface Words {
  subject: string;
  body(params: Record<string, string>): string[];
  details(params: Record<string, string>): Record<string, string | undefined>;
  action: string;
}

const remedies: Record<string, string> = {
  NO_ACCOUNT: 'You have not given us a mobile-money account. Please add one.',
  ACCOUNT_NOT_REGISTERED:
    'The network says that your number is not registered for mobile money. Please register it, or choose another number.',
  NAME_DIFFERS: 'Your network has another name for your number. Is it your own or your family’s?',
  ACCOUNT_LIMIT:
    'Your account cannot receive this amount now. It is full or not active. Please make room in it, or ask your network.',
  ACCOUNT_BLOCKED: 'Your account is blocked. Please ask your network, or choose another number.',
  WALLET_IN_USE: `Someone else uses this number to get paid, or to pay for the study. Please choose your own number. If you share the phone, write to ${contact.email}.`,
};

const holds: Record<string, string[]> = {
  ACCOUNT_CHANGED: [
    'You changed your mobile-money number. For your safety we wait two days before we pay to it.',
    'If you did not change it, set a new password now. Then enter your own number again.',
  ],
  PERSON_LIMIT: ['You have reached the daily limit of payments to one person.'],
  RESEARCHER_LIMIT: ['The researcher has reached their daily payment limit.'],
};

/** Locked phones show subjects, so a subject contains no amount and no study. */
export const paymentEmailWords: Record<PaymentEmailKind, Words> = {
  PAYMENT_MADE: {
    subject: 'You have been paid',
    body: () => [
      'Your pay for a study is in your mobile-money account. The network has confirmed it.',
      'If it is not there, tell us in My Accounts, under Money. We then ask the network.',
    ],
    details: ({ study, amount, account, number }) => ({
      Study: study,
      Amount: amount,
      Account: account,
      'Transaction number': number,
    }),
    action: 'See my payments',
  },
  BONUS_PAID: {
    subject: 'You have been paid a bonus',
    body: () => [
      'A researcher has paid you a bonus for a study. It is in your mobile-money account.',
      'If it is not there, tell us in My Accounts, under Money. We then ask the network.',
    ],
    details: ({ study, reason, amount, account, number }) => ({
      Study: study,
      'What it is for': reason,
      Bonus: amount,
      Account: account,
      'Transaction number': number,
    }),
    action: 'See my payments',
  },
  PAYMENT_HELD: {
    subject: 'Your payment comes later',
    body: ({ why = '', when, asks }) => [
      'Your pay for a study is safe. We send it at the time below.',
      ...(holds[why] ?? [`We send it on ${when}.`]),
      ...(asks ? [accountCheckWords.email] : []),
    ],
    details: ({ study, amount, when }) => ({ Study: study, Amount: amount, 'We send it': when }),
    action: 'See my payments',
  },
  PAYMENT_NEEDS_ACCOUNT: {
    subject: 'We could not pay you yet',
    body: ({ why = '' }) => [
      'We could not send you your pay for a study.',
      remedies[why] ?? 'Please look at your mobile-money account.',
      why === 'NAME_DIFFERS'
        ? `Your money is safe. In My Accounts, under Money, press “${accountCheckWords.yes}”, and we pay you. Or give another number there and press “Try again”.`
        : 'Your money is safe. When this is done, open My Accounts and press “Try again” under Money.',
    ],
    details: ({ study, amount, account }) => ({ Study: study, Amount: amount, Account: account }),
    action: 'See my payments',
  },
  PAYMENT_REVERSED: {
    subject: 'The network reversed a payment',
    body: () => [
      'We emailed you that this money arrived. The network has reversed it since then.',
      'Your money is safe. We ask the network why and send it again. You get an email when it arrives. You do not need to do anything.',
    ],
    details: ({ study, amount, account, number }) => ({
      Study: study,
      Amount: amount,
      Account: account,
      'Transaction number': number,
    }),
    action: 'See where it is',
  },
  PAYMENT_UNFUNDED: {
    subject: 'A participant is waiting for your payment',
    body: () => [
      'A participant of your study must still be paid, but its budget is closed.',
      'Please pay the missing amount on the Budget page. We then pay them.',
    ],
    details: ({ study, participant, amount }) => ({
      Study: study,
      Participant: participant,
      'To be paid': amount,
    }),
    action: 'Pay now',
  },
  BUDGET_PAID_IN: {
    subject: 'We have received your payment',
    body: () => ['We have received your payment for a study. Please keep this email as your receipt.'],
    details: ({ study, amount, fee, payer, account, bonus, places, each, number }) => ({
      Study: study,
      Amount: amount,
      'Including charges': fee,
      'Paid by': payer,
      From: account,
      'What the budget pays for': bonus
        ? 'A bonus for a participant'
        : places && `${places === '1' ? '1 participant' : `${places} participants`}, ${each} each`,
      'Transaction number': number,
    }),
    action: 'See the budget',
  },
  BUDGET_REFUNDED: {
    subject: 'Your refund is on its way',
    body: ({ late }) => [
      late
        ? 'You paid into the budget of a study after it was closed. We refund the money that participants do not need.'
        : 'We refund the rest of your study’s budget to the account that paid. The payment charges are not refunded.',
      'A phone gets it within minutes, a card or bank account within days. You do not need to do anything.',
    ],
    details: ({ study, amount, account }) => ({ Study: study, Amount: amount, To: account }),
    action: 'See the budget',
  },
  BUDGET_PAID_IN_VAIN: {
    subject: 'You paid for a study that is deleted',
    body: () => [
      'A payment into the budget of your study came in after you deleted it.',
      'We refund it one day after the deletion, to the account that paid. You get another email then. You do not need to do anything.',
    ],
    details: ({ study, amount, account }) => ({ Study: study, Amount: amount, From: account }),
    action: 'See the budget',
  },
};
