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
  NO_ACCOUNT: 'We know no mobile-money account of yours. Please add one.',
  ACCOUNT_NOT_REGISTERED:
    'The network says that your number is not registered for mobile money. Please register it, or choose another number.',
  NAME_DIFFERS:
    'Your network has your number under another name. Is it yours? Say so under Money, or give another number.',
  ACCOUNT_LIMIT:
    'Your account cannot take this amount now: it is full, or not active. Please spend some of it, or ask your network.',
  ACCOUNT_BLOCKED: 'Your account is blocked. Please ask your network, or choose another number.',
  WALLET_IN_USE: `Somebody else is paid to the same number, or the study was paid for from it. Please choose a number of your own, or write to ${contact.email} if you share the phone.`,
};

const holds: Record<string, string[]> = {
  ACCOUNT_CHANGED: [
    'You have changed your mobile-money number. So we wait two days before we pay to it.',
    'If you did not change it, set a new password now and put your own number back.',
  ],
  PERSON_LIMIT: ['You were paid as much today as one person can be paid in a day.'],
  RESEARCHER_LIMIT: ['The researcher has paid as much today as one researcher can pay in a day.'],
};

/** Lock screens show subjects, so these contain no amount and no study. */
export const paymentEmailWords: Record<PaymentEmailKind, Words> = {
  PAYMENT_MADE: {
    subject: 'You have been paid',
    body: () => [
      'The money for taking part in a study is on your phone: the network has confirmed it.',
      'If you do not find it there, tell us under Money, and we ask the network.',
    ],
    details: ({ study, amount, account, number }) => ({
      Study: study,
      Amount: amount,
      Account: account,
      'The network’s number': number,
    }),
    action: 'See my payments',
  },
  BONUS_PAID: {
    subject: 'You have been paid a bonus',
    body: () => [
      'A researcher has paid you a bonus for taking part in a study. The network has confirmed that it is on your phone.',
      'If you do not find it there, tell us under Money, and we ask the network.',
    ],
    details: ({ study, reason, amount, account, number }) => ({
      Study: study,
      'What it is for': reason,
      Bonus: amount,
      Account: account,
      'The network’s number': number,
    }),
    action: 'See my payments',
  },
  PAYMENT_HELD: {
    subject: 'Your payment comes later',
    body: ({ why = '', when, asks }) => [
      'The money for taking part in a study is yours. It leaves by itself at the time below.',
      ...(holds[why] ?? [`We hold it until ${when}.`]),
      ...(asks ? [accountCheckWords.email] : []),
    ],
    details: ({ study, amount, when }) => ({ Study: study, Amount: amount, 'It leaves': when }),
    action: 'See my payments',
  },
  PAYMENT_NEEDS_ACCOUNT: {
    subject: 'Your payment waits for you',
    body: ({ why = '' }) => [
      'We could not send you the money for taking part in a study.',
      remedies[why] ?? 'Please look at your mobile-money account.',
      'The money stays yours. Send it again under Money once that is done.',
    ],
    details: ({ study, amount, account }) => ({ Study: study, Amount: amount, Account: account }),
    action: 'See my payments',
  },
  PAYMENT_REVERSED: {
    subject: 'The network took a payment back',
    body: () => [
      'We had told you that this money arrived. Since then the network has taken it back.',
      'It stays yours. We ask the network why, and send it again: you get an email when it arrives. There is nothing that you need to do.',
    ],
    details: ({ study, amount, account, number }) => ({
      Study: study,
      Amount: amount,
      Account: account,
      'The network’s number': number,
    }),
    action: 'See where it is',
  },
  PAYMENT_UNFUNDED: {
    subject: 'A participant waits for money from you',
    body: () => [
      'A participant of your study is owed money, and its budget was closed before that: nothing is kept for them.',
      'Please pay in what is missing on the Budget page. They are then paid from it.',
    ],
    details: ({ study, participant, amount }) => ({
      Study: study,
      Participant: participant,
      'They are owed': amount,
    }),
    action: 'Pay it in',
  },
  BUDGET_PAID_IN: {
    subject: 'Your payment has come in',
    body: () => ['We have received your payment for a study. Please keep this email as your receipt.'],
    details: ({ study, amount, fee, payer, account, bonus, places, each, number }) => ({
      Study: study,
      Amount: amount,
      'Charges in it': fee,
      'Paid by': payer,
      From: account,
      'What the budget pays for': bonus
        ? 'A bonus for a participant'
        : places && `${places === '1' ? '1 participant' : `${places} participants`}, ${each} each`,
      'The network’s number': number,
    }),
    action: 'See the budget',
  },
  BUDGET_REFUNDED: {
    subject: 'Money goes back to you',
    body: ({ late }) => [
      late
        ? 'You paid into the budget of a study after it was closed. What nobody is owed of it goes back to where it came from.'
        : 'What is left in the budget of your study goes back to where it was paid from. The charges for paying in do not come back.',
      'A phone has it within minutes, a card or bank account within days. There is nothing that you need to do.',
    ],
    details: ({ study, amount, account }) => ({ Study: study, Amount: amount, To: account }),
    action: 'See the budget',
  },
  BUDGET_PAID_IN_VAIN: {
    subject: 'You paid for a study that is deleted',
    body: () => [
      'A payment into the budget of your study came in after you deleted it.',
      'It goes back by itself to where it came from, a day after the study was deleted, and you get another email then. There is nothing that you need to do.',
    ],
    details: ({ study, amount, account }) => ({ Study: study, Amount: amount, From: account }),
    action: 'See the budget',
  },
};
