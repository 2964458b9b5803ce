import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { cedis } from './cedis.ts';

const morePlaces = (count: number) => (count === 1 ? '1 more place' : `${count} more places`);

export const budgetWords = {
  heading: 'Budget',
  studyHeading: (study: string) => `Budget of ${study}`,
  toStudy: 'Back to the study',

  unpaidTitle: 'Participants get no pay in this study',
  unpaidText:
    'Set the pay for each participant while the study is a draft. You then see the cost here, with all fees, before you pay.',
  toDraft: 'Continue the draft',

  quote: 'What it costs',
  youPay: 'You pay now',
  perHour: (amount: string) => `${amount} an hour for each participant.`,
  comesBack: (charge: number) =>
    `When the study has ended, we refund the rest to the account that paid.${charge === 0 ? '' : ` The payment charge, ${cedis(charge)}, is not refunded.`}`,
  quoteComes: 'Enter the places first. Then you see the cost.',

  payIn: 'Pay into the budget',
  source: 'Pay with',
  sources: { MOBILE_MONEY: 'Mobile money', CARD_OR_BANK: 'Card or bank' },
  otherNumber: 'Another number',
  sourceHints: {
    PAID: 'You last paid with this number. Approve the payment on that phone.',
    ASKED: 'You last used this number. Approve the payment on that phone.',
    MOBILE_MONEY: 'Approve the payment on your phone.',
    CARD_OR_BANK: 'You pay on a Paystack page. Only Paystack sees your card.',
  },
  places: 'Total places',
  placesHint: 'The money for each place is reserved, so everyone you accept can be paid.',
  morePlacesHint: (all: number) =>
    `The study has ${all === 1 ? '1 place' : `${all} places`}. It gets the new places as soon as the money arrives.`,
  network: 'Network of this number',
  networkHint: 'Choose the network of the mobile-money account.',
  looksLike: (network: string) => `This looks like a ${network} number. Choose the network of the account.`,
  phoneNumber: 'Number that pays',
  phoneNumberHint: 'A Ghana number, such as 024 123 4567. That phone gets the payment request.',
  pay: (pesewas: number) => `Pay ${cedis(pesewas)}`,
  payFor: (count: number, pesewas: number) => `Pay ${cedis(pesewas)} for ${morePlaces(count)}`,
  addPaid: (count: number) => `Add ${morePlaces(count)}`,
  payPlain: 'Pay',
  payInLater: 'Another payment into this budget is not finished. Pay for the bonus after that.',
  payLarge: (pesewas: number) => `Pay ${cedis(pesewas)}?`,
  payLargeText: (places: number, each: string) =>
    `This is a large amount: ${places === 1 ? '1 place' : `${places} places`}, ${each} each, plus fees. Please check both numbers.`,
  payLargePhone: 'Mobile money has daily limits. A card or bank account may be better.',
  cancel: 'Cancel',

  progress: {
    CREATED: 'We are sending the request to your phone',
    PROMPTED: 'Approve it on your phone',
    SUCCEEDED: 'Paid in',
    FAILED: 'It was not paid',
    EXPIRED: 'It was not approved in time',
    UNKNOWN: 'We are checking with the network',
    REVIEW: 'We are looking into it',
  },
  progressText: {
    CREATED: (sum: string, account: string) => `${account} will get a request for ${sum} in a moment.`,
    PROMPTED: (sum: string, account: string) =>
      `${account} has a request for ${sum}. Approve it there with your PIN. This page updates by itself. No request? On MTN dial *170#, then choose My Wallet and My Approvals.`,
    SUCCEEDED: (sum: string, account: string) => `${sum} came in from ${account}.`,
    FAILED: (sum: string, account: string) =>
      `${account} did not pay ${sum}. It was declined, or there was too little money. No money was taken.`,
    EXPIRED: (sum: string, account: string) =>
      `${account} had a request for ${sum}. If you did approve it, we add it as soon as the network confirms it.`,
    UNKNOWN: (sum: string, account: string) =>
      `The network has not confirmed whether ${account} paid ${sum}. We keep checking. Please do not pay again.`,
    REVIEW: (sum: string, account: string) =>
      `The network’s answer about ${sum} from ${account} is not clear. We are checking and will email you. Please do not pay again.`,
  },
  codeAsked: 'Enter the voucher from your phone',
  codeText: (sum: string, account: string) =>
    `${account} must approve ${sum}. Dial *110# there to make a voucher. Enter it here to approve this payment.`,
  code: 'Voucher',
  codeHint: 'Digits only. We pass them on and do not store them.',
  submitPromptCode: 'Send the voucher',
  pageProgress: {
    CREATED: 'We are opening the payment page',
    PROMPTED: 'Pay on the payment page',
    SUCCEEDED: 'Paid in',
    FAILED: 'It was not paid',
    EXPIRED: 'It was not paid in time',
    UNKNOWN: 'We are checking with Paystack',
    REVIEW: 'We are looking into it',
  },
  pageProgressText: {
    CREATED: (sum: string) => `You can pay ${sum} on a Paystack page in a moment. The link will be here.`,
    PROMPTED: (sum: string) =>
      `Pay ${sum} to Paystack there with a card or bank account. Then you come back here. Paid already? This page updates by itself.`,
    SUCCEEDED: (sum: string, account: string) => `${sum} came in from ${account}.`,
    FAILED: (sum: string) => `${sum} was not paid. The card or bank declined it. No money was taken.`,
    EXPIRED: (sum: string) =>
      `${sum} was not paid on the payment page. If you did pay, we add it as soon as Paystack confirms it.`,
    UNKNOWN: (sum: string) =>
      `Paystack has not confirmed whether ${sum} was paid. We keep checking. Please do not pay again.`,
    REVIEW: (sum: string) =>
      `Paystack’s answer about ${sum} is not clear. We are checking and will email you. Please do not pay again.`,
  },
  toPage: 'Go to the payment page',
  cardOrBank: 'a card or bank account',
  cardOrBankEnding: (hint: string) => `card or bank account ${hint}`,

  figures: 'Where the money is',
  funded: 'Paid in',
  fundedFrom: (account: string, day: string) => `from ${account}, ${day}`,
  /**
   * The sum includes sending fees: the fee of a payment stays reserved until the payment arrives
   * (ledger/events.ts).
   */
  promised: 'Reserved for places, with sending fees',
  paid: 'Paid to participants',
  onItsWay: 'On its way to participants',
  fees: 'Fees',
  left: 'Available',
  refunded: 'Refunded',
  closed: 'Closed',
  closedDraft: 'This budget is closed',
  closedDraftText: 'Its money is refunded to the account that paid. Copy the study to pay for it again.',
  copy: 'Copy the study',
  gone: 'This study is deleted',
  goneText: 'One day after the deletion, we refund the rest to the account that paid.',
  covered: 'All places are paid for',
  coveredText: 'The study is still a draft. Publish it, so that people can see it.',
  toPublish: 'Continue to publish',
  raise: 'Pay for more places',
  placesPaid: (count: number) => `${morePlaces(count)} ${count === 1 ? 'is' : 'are'} paid for`,
  placesPaidText: (count: number) =>
    `The study gets ${count === 1 ? 'it' : 'them'} in a moment. You can also add ${count === 1 ? 'it' : 'them'} now.`,
  placesUnused: (count: number) => `The budget has money for ${morePlaces(count)}`,
  placesUnusedText:
    'Add it to the study, or give it as a bonus. What you do not use is refunded after the study.',
  placesAdded: (all: number) => `The study has ${all === 1 ? '1 place' : `${all} places`} now`,
  placesTooLate: (count: number) => `The study was closed before it got ${morePlaces(count)}`,
  placesTooLateText: 'The money stays in this budget. It is refunded with the rest.',
  fundRest: (pesewas: number) => `${cedis(pesewas)} is missing`,
  fundRestText: 'The budget does not cover all places yet.',

  owes: (pesewas: number) => `${cedis(pesewas)} is missing`,
  unfundedText: (count: number) =>
    `${count === 1 ? 'A participant must still be paid' : `${count} participants must still be paid`}, but this budget is closed. Pay this amount here to pay them. We refund anything extra.`,
  paysNobody: (pesewas: number) => `${cedis(pesewas)} is in the budget, but participants get no pay`,
  paysNobodyDraft: (pesewas: number) =>
    `If you publish it like this, we refund the money to the account that paid. To pay participants, first set their pay to ${cedis(pesewas)} again.`,
  paysNobodyText: 'Participants are not paid. We refund the money within minutes, to the account that paid.',

  receipts: 'Receipts',
  receipt: (account: string) => `From ${account}`,
  networkNumber: (number: string) => `no. ${number}`,
  feeOfIt: (pesewas: number) => `includes a charge of ${cedis(pesewas)}`,
  forBonus: 'for a bonus',
  state: {
    CREATED: 'Requested',
    PROMPTED: 'To be paid',
    SUCCEEDED: 'Received',
    FAILED: 'Not paid',
    EXPIRED: 'Not paid in time',
    UNKNOWN: 'Checking with the network',
    REVIEW: 'Being checked',
  },

  payments: 'Payments',
  noPayments: 'No payments yet. We pay participants after you mark that they came, or approve their survey.',
  participant: (code: string) => `Participant ${code}`,
  kind: {
    INCENTIVE: 'for taking part',
    SCREEN_OUT: 'for being screened out',
    BONUS: 'bonus',
    REFUND: 'refund',
  },
  reversedText: 'It must still be paid. We ask the network why, and send it again.',
  bonus: 'Give a bonus',
  bonusTo: (code: string) => `Give a bonus to participant ${code}`,
  bonusText: (left: number) =>
    `A bonus is paid from the available budget: ${cedis(left)}. The sending fee is paid from it too.`,
  bonusShort: 'The budget is too small for this bonus. First pay for the bonus, then give it here.',
  payInFirst: 'Pay for the bonus',
  payInForBonus: (pesewas: number) => `Pay for a bonus of ${cedis(pesewas)}`,
  bonusPaidIn: (amount: string) => `The money for the bonus of ${amount} has arrived`,
  bonusPaidInText: 'It is in the budget of this study. Give the bonus now.',
  notNow: 'Not now',
  bonusAmount: 'Amount in GH₵',
  bonusReason: 'What it is for',
  bonusReasonHint: 'The participant reads this.',
  giveBonus: 'Give the bonus',
  bonusGiven: 'The bonus is on its way',

  closeHeading: 'Refund the rest',
  closeText: `Once all participants are paid, we refund the rest to the account that paid. We wait at least ${OPEN_HOURS} hours after the last meeting or survey. There may still be a dispute. After that, you can also press Refund. Money for participants stays reserved, even if they have no mobile-money account yet.`,
  closeDraft:
    'No participant has seen this study, so you can get a refund at once. If you delete the draft, we refund the money one day later.',
  closeFirst: `The study is still open. Close it first. Once all participants are paid, we refund the rest to the account that paid. We wait at least ${OPEN_HOURS} hours after the last meeting or survey.`,
  close: 'Refund',
  closeTitle: (pesewas: number) => `Refund ${cedis(pesewas)}?`,
  closeAsk: (accounts: string, charges: number) =>
    `We refund it to ${accounts} if all participants are paid. The budget is then closed permanently, also for bonuses. You can copy the study and pay again. The refund is free.${charges === 0 ? '' : ` The payment charges, ${cedis(charges)}, are not refunded.`}`,
  closeAskDraft: (accounts: string, charges: number) =>
    `We refund it to ${accounts}. The budget is then closed permanently. To publish the study later, copy it and pay again.${charges === 0 ? '' : ` The payment charge, ${cedis(charges)}, is not refunded. The payment provider keeps it.`}`,
  keep: 'Keep it open',
  given: 'The refund is on its way',
} as const;
