import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { cedis } from './cedis.ts';

const morePlaces = (count: number) => (count === 1 ? '1 more place' : `${count} more places`);

export const budgetWords = {
  heading: 'Budget',
  studyHeading: (study: string) => `Budget of ${study}`,
  toStudy: 'Back to the study',

  unpaidTitle: 'This study pays nobody',
  unpaidText:
    'Say what you pay each participant while the study is a draft. Then you see here what it costs, with all fees, before anything is asked.',
  toDraft: 'Continue the draft',

  quote: 'What it costs',
  youPay: 'You pay now',
  perHour: (amount: string) => `${amount} an hour for each participant.`,
  comesBack: (charge: number) =>
    `What is not used comes back when the study is over. It goes to where it was paid from.${charge === 0 ? '' : ` The charge for paying in, ${cedis(charge)}, does not come back.`}`,
  quoteComes: 'The sum follows once the places are right.',

  payIn: 'Pay in',
  source: 'Pay by',
  sources: { MOBILE_MONEY: 'Mobile money', CARD_OR_BANK: 'Card or bank' },
  otherNumber: 'Another number',
  sourceHints: {
    PAID: 'It paid in last. You approve it on that phone.',
    ASKED: 'You asked it last. You approve it on that phone.',
    MOBILE_MONEY: 'You approve it on your phone.',
    CARD_OR_BANK: 'You pay on a page of Paystack. Your card is named there only.',
  },
  places: 'Places in all',
  placesHint: 'For each place the money is kept, so whoever you accept is always paid.',
  morePlacesHint: (all: number) =>
    `The study has ${all === 1 ? '1 place' : `${all} places`}. It gets more as soon as the money is there.`,
  network: 'Network of this number',
  networkHint: 'Choose the network that holds the mobile-money account.',
  looksLike: (network: string) =>
    `This looks like a number of ${network}. Choose the network that holds the account.`,
  phoneNumber: 'Number that pays',
  phoneNumberHint: 'A number of Ghana, such as 024 123 4567. It is asked on its phone.',
  pay: (pesewas: number) => `Pay ${cedis(pesewas)}`,
  payFor: (count: number, pesewas: number) => `Pay ${cedis(pesewas)} for ${morePlaces(count)}`,
  addPaid: (count: number) => `Add ${morePlaces(count)}`,
  payPlain: 'Pay',
  payInLater: 'Another payment into this budget is open. Pay in for the bonus once it has ended.',
  payLarge: (pesewas: number) => `Pay ${cedis(pesewas)}?`,
  payLargeText: (places: number, each: string) =>
    `This is a large sum: ${places === 1 ? '1 place' : `${places} places`} of ${each} each, with all fees. Please check both numbers.`,
  payLargePhone: 'Mobile money accounts have limits for a day. A card or bank account may suit better.',
  cancel: 'Cancel',

  progress: {
    CREATED: 'We are asking your phone',
    PROMPTED: 'Approve it on your phone',
    SUCCEEDED: 'Paid in',
    FAILED: 'It was not paid',
    EXPIRED: 'Nobody approved it in time',
    UNKNOWN: 'We are asking the network',
    REVIEW: 'We are looking into it',
  },
  progressText: {
    CREATED: (sum: string, account: string) => `${account} is asked for ${sum} in a moment.`,
    PROMPTED: (sum: string, account: string) =>
      `${account} is asked for ${sum}. Confirm it there with your PIN; this page follows by itself. Nothing there? On MTN dial *170#, then My Wallet and My Approvals.`,
    SUCCEEDED: (sum: string, account: string) => `${sum} came in from ${account}.`,
    FAILED: (sum: string, account: string) =>
      `${account} did not pay ${sum}: it was declined, or there was too little money. Nothing was taken.`,
    EXPIRED: (sum: string, account: string) =>
      `${account} was asked for ${sum}. If you approved it all the same, it is credited as soon as the network says so.`,
    UNKNOWN: (sum: string, account: string) =>
      `The network has not said whether ${account} paid ${sum}. We go on asking; please do not pay again.`,
    REVIEW: (sum: string, account: string) =>
      `The network’s answer about ${sum} from ${account} is not clear. We ask them ourselves and write to you. Please do not pay again.`,
  },
  codeAsked: 'Enter the voucher of your phone',
  codeText: (sum: string, account: string) =>
    `${account} is asked for ${sum}. Dial *110# there to make a voucher, and enter it here: it agrees to this payment.`,
  code: 'Voucher',
  codeHint: 'The digits only. We hand them on and keep them nowhere.',
  submitPromptCode: 'Give the voucher',
  pageProgress: {
    CREATED: 'We are opening the payment page',
    PROMPTED: 'Pay on the payment page',
    SUCCEEDED: 'Paid in',
    FAILED: 'It was not paid',
    EXPIRED: 'Nobody paid in time',
    UNKNOWN: 'We are asking Paystack',
    REVIEW: 'We are looking into it',
  },
  pageProgressText: {
    CREATED: (sum: string) => `A page of Paystack takes ${sum} in a moment. The link to it follows here.`,
    PROMPTED: (sum: string) =>
      `Paystack takes ${sum} there from a card or a bank account, and leads you back. Paid already? This page follows by itself.`,
    SUCCEEDED: (sum: string, account: string) => `${sum} came in from ${account}.`,
    FAILED: (sum: string) => `${sum} was not paid: the card or bank declined it. Nothing was taken.`,
    EXPIRED: (sum: string) =>
      `${sum} was not paid on the payment page. If you paid it all the same, it is credited as soon as Paystack says so.`,
    UNKNOWN: (sum: string) =>
      `Paystack has not said whether ${sum} was paid. We go on asking; please do not pay again.`,
    REVIEW: (sum: string) =>
      `Paystack’s answer about ${sum} is not clear. We ask them ourselves and write to you. Please do not pay again.`,
  },
  toPage: 'Go to the payment page',
  cardOrBank: 'a card or bank account',
  cardOrBankEnding: (hint: string) => `card or bank account ${hint}`,

  figures: 'Where the money is',
  funded: 'Paid in',
  fundedFrom: (account: string, day: string) => `from ${account}, ${day}`,
  /** A payment's fee is reserved until it arrives (ledger/events.ts). */
  promised: 'Kept for places, and for sending payments',
  paid: 'Paid to participants',
  onItsWay: 'On its way to participants',
  fees: 'Fees',
  left: 'Left',
  refunded: 'Given back',
  closed: 'Closed',
  closedDraft: 'This budget is closed',
  closedDraftText: 'What was in it goes back to where it came from. Copy the study to pay for it anew.',
  copy: 'Copy the study',
  gone: 'This study is deleted',
  goneText:
    'Whatever nobody is owed goes back by itself to where it was paid from, a day after the study was deleted.',
  covered: 'All places are paid for',
  coveredText: 'The study is still a draft. Nobody sees it before you publish it.',
  toPublish: 'Go on to publish',
  raise: 'Pay for more places',
  placesPaid: (count: number) => `${morePlaces(count)} ${count === 1 ? 'is' : 'are'} paid for`,
  placesPaidText: (count: number) =>
    `The study gets ${count === 1 ? 'it' : 'them'} in a moment. You can also add ${count === 1 ? 'it' : 'them'} here.`,
  placesUnused: (count: number) => `The budget has money for ${morePlaces(count)}`,
  placesUnusedText:
    'Add it to the study, or give it as a bonus. What you do not use is refunded after the study.',
  placesAdded: (all: number) => `The study has ${all === 1 ? '1 place' : `${all} places`} now`,
  placesTooLate: (count: number) => `The study was closed before it got ${morePlaces(count)}`,
  placesTooLateText: 'The money stays in this budget. It goes back with what is left.',
  fundRest: (pesewas: number) => `${cedis(pesewas)} is missing`,
  fundRestText: 'The budget does not cover all places yet.',

  owes: (pesewas: number) => `${cedis(pesewas)} is missing`,
  unfundedText: (count: number) =>
    `${count === 1 ? 'A participant is' : `${count} participants are`} owed, and this budget was closed before that. Pay it in here: they are paid from it, and what is more goes back to you.`,
  paysNobody: (pesewas: number) => `${cedis(pesewas)} is kept, and the study pays nobody`,
  paysNobodyDraft: (pesewas: number) =>
    `If you publish it so, the money goes back by itself to where it was paid from. To pay participants, set what each gets to ${cedis(pesewas)} again before that.`,
  paysNobodyText:
    'Nobody can be owed anything, so what was paid in goes back by itself to where it came from, within minutes.',

  receipts: 'Receipts',
  receipt: (account: string) => `From ${account}`,
  networkNumber: (number: string) => `no. ${number}`,
  feeOfIt: (pesewas: number) => `${cedis(pesewas)} of it is the charge`,
  forBonus: 'for a bonus',
  state: {
    CREATED: 'Asking',
    PROMPTED: 'To be paid',
    SUCCEEDED: 'Received',
    FAILED: 'Not paid',
    EXPIRED: 'Not paid in time',
    UNKNOWN: 'Asking the network',
    REVIEW: 'Looked into',
  },

  payments: 'Payments',
  noPayments: 'Nobody is owed anything yet. A payment follows each meeting that you mark.',
  participant: (code: string) => `Participant ${code}`,
  kind: { INCENTIVE: 'for the meeting', BONUS: 'bonus', REFUND: 'given back' },
  reversedText: 'It stays owed. We ask the network why, and send it again.',
  bonus: 'Give a bonus',
  bonusTo: (code: string) => `Give a bonus to participant ${code}`,
  bonusText: (left: number) =>
    `A bonus is paid from what is left in the budget: ${cedis(left)}. The fee for sending it comes out of that too.`,
  bonusShort: 'Too little is left for this bonus. Pay in for it first, then give it here.',
  payInFirst: 'Pay in for the bonus',
  payInForBonus: (pesewas: number) => `Pay in for a bonus of ${cedis(pesewas)}`,
  bonusPaidIn: (amount: string) => `The money for the bonus of ${amount} is here`,
  bonusPaidInText: 'It is in the budget of this study. Give the bonus now.',
  notNow: 'Not now',
  bonusAmount: 'Amount in GH₵',
  bonusReason: 'What it is for',
  bonusReasonHint: 'The participant reads this.',
  giveBonus: 'Give the bonus',
  bonusGiven: 'The bonus is on its way',

  closeHeading: 'Give back what is left',
  closeText: `What is left goes back by itself to where it was paid from, once nobody can be owed any more: ${OPEN_HOURS} hours after the last meeting at the earliest, since the outcome can be disputed until then. The button only makes it sooner where that is so already. What somebody is owed stays theirs, also while they have no account that can be paid.`,
  closeDraft:
    'No participant has seen this study, so you can have the money back at once. If you delete the draft, it is refunded by itself a day later.',
  closeFirst: `The study still takes people. Once it is closed and nobody can be owed any more, which is ${OPEN_HOURS} hours after the last meeting at the earliest, what is left goes back by itself to where it was paid from.`,
  close: 'Give back',
  closeTitle: (pesewas: number) => `Give back ${cedis(pesewas)}?`,
  closeAsk: (accounts: string, charges: number) =>
    `If nobody can be owed any more, it goes back to ${accounts}, and the budget is closed for good: nobody can be paid from it any more, no bonus either. A copy of the study can be paid for anew. You pay nothing for this.${charges === 0 ? '' : ` The charges for paying in, ${cedis(charges)}, do not come back.`}`,
  closeAskDraft: (accounts: string, charges: number) =>
    `It is refunded to ${accounts}. The budget is then closed for good. To publish the study later, copy it and pay again.${charges === 0 ? '' : ` The charge for paying in, ${cedis(charges)}, is not refunded: the payment provider keeps it.`}`,
  keep: 'Keep it open',
  given: 'What was left goes back to where it came from',
} as const;
