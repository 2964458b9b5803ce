import * as z from 'zod/mini';
import { oneOf } from '../text.ts';
import { endpoint, Id } from '../endpoint.ts';
import { MOBILE_MONEY_PROVIDERS } from '../enumerations.ts';
import { MobileNumber } from '../phone-number.ts';
import { rule } from '../rule.ts';
import { typedCode } from '../typed-code.ts';
import { IncentiveInPesewas, Pesewas, Places, SumOfPesewas } from './amounts.ts';

export const BUDGET_STATES = ['OPEN', 'CLOSED'] as const;
export const FUNDING_STATES = [
  'CREATED',
  'PROMPTED',
  'SUCCEEDED',
  'FAILED',
  'EXPIRED',
  'UNKNOWN',
  'REVIEW',
] as const;
export type FundingState = (typeof FUNDING_STATES)[number];

/** What a study costs, in its parts. The fees are those of the moment; a budget keeps the ones that it was made with. */
export const Quote = z.object({
  places: z.int(),
  incentiveInPesewas: z.int(),
  incentivesInPesewas: z.int(),
  payoutFeesInPesewas: z.int(),
  collectionFeeInPesewas: z.int(),
  /** All of it, less what the budget has already. */
  totalInPesewas: z.int(),
  /** Who pays for giving back what is left: never the researcher. */
  refundFeePaidBy: z.literal('PLATFORM'),
});
export type Quote = z.infer<typeof Quote>;

/** Of one study, as its researcher sees it. */
export const Budget = z.object({
  studyId: Id,
  state: z.enum(BUDGET_STATES),
  /** Of what is short; of a closed budget, of those whom it owes. */
  quote: Quote,
  /** Participants whom it came to owe once it was closed: each is paid as soon as it is paid in for them. */
  unfundedPlaces: z.int(),
  /** Not promised to anybody. */
  availableInPesewas: z.int(),
  /** Kept for the places of the published study, and for sending what is owed, bonuses included. */
  promisedInPesewas: z.int(),
  /** Owed to participants, and not sent yet. */
  payableInPesewas: z.int(),
  /** Owed to participants and not known to be with them, sent or not. */
  onItsWayInPesewas: z.int(),
  paidInPesewas: z.int(),
  /** What paying in and paying out has cost so far. */
  feesInPesewas: z.int(),
  /** What went or goes back to the researcher. */
  givenBackInPesewas: z.int(),
  refundDueInPesewas: z.int(),
  /** What closing would give back: payments that wait for their participant keep theirs. */
  returnableInPesewas: z.int(),
  fundings: z.array(
    z.object({
      id: Id,
      state: z.enum(FUNDING_STATES),
      askedInPesewas: z.int(),
      receivedInPesewas: z.nullable(z.int()),
      feeInPesewas: z.nullable(z.int()),
      /** Null for a card or a bank account. */
      network: z.nullable(z.enum(MOBILE_MONEY_PROVIDERS)),
      /**
       * The last digits of the number that was asked, or of the card or account that paid; null where the provider does
       * not say.
       */
      walletHint: z.nullable(z.string()),
      /** Where a card or a bank account pays, while it can. */
      pageUrl: z.nullable(z.string()),
      /** Its payer has to give the code that their network gives them. */
      asksForCode: z.boolean(),
      /** It gives the study no place. */
      isForBonus: z.boolean(),
      /** The network's own number of the payment. */
      providerId: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
});
export type Budget = z.infer<typeof Budget>;

const studyId = z.object({ studyId: Id });

/** Such as the voucher that Telecel's customers make. */
export const PaymentCode = typedCode({ fewest: 4, most: 10 }, rule('paymentCode'));

/** The phone that is asked to pay, and to which goes back what is left. */
export const MobileMoney = z.strictObject({
  kind: z.optional(z.literal('MOBILE_MONEY')),
  network: oneOf(MOBILE_MONEY_PROVIDERS),
  phoneNumber: MobileNumber,
});
/** A card or a bank account, named on the provider's own page and nowhere here; what is left goes back to it. */
export const CardOrBank = z.strictObject({ kind: z.literal('CARD_OR_BANK') });
/** The phone that an earlier payment of the researcher's was asked from: they are shown its last digits alone. */
export const UsedBefore = z.strictObject({ kind: z.literal('USED_BEFORE'), fundingId: Id });
/** Mobile money unless it says otherwise. */
export const Source = z.discriminatedUnion('kind', [MobileMoney, CardOrBank, UsedBefore]);
export type Source = z.infer<typeof Source>;

export const quoteBudget = endpoint({
  method: 'POST',
  path: '/budgets/quote',
  summary: 'What paying the participants of a study costs, in its parts',
  access: 'VERIFIED_RESEARCHER',
  body: z.strictObject({
    studyId: Id,
    incentiveInPesewas: IncentiveInPesewas,
    places: Places,
    /** Quotes this bonus, and no place. */
    bonusInPesewas: z.optional(Pesewas),
  }),
  reply: z.extend(Quote, {
    /** Into the budget of this study so far, charges among it. */
    paidInPesewas: z.int(),
    /** The phone that this researcher asked last, paid or not; null where there is none. */
    lastUsed: z.nullable(
      z.object({
        fundingId: Id,
        network: z.enum(MOBILE_MONEY_PROVIDERS),
        walletHint: z.string(),
        hasPaid: z.boolean(),
      }),
    ),
  }),
  errors: ['STUDY_NOT_FOUND', 'BUDGET_NOT_FOUND', 'BUDGET_EXISTS', 'BUDGET_IS_CLOSED'],
});

/**
 * A second prompt for the same budget would be paid twice by somebody who approves both. A number that has not paid
 * this researcher is asked a few times only, and a rate limit counts the prompts of each researcher in an hour. Both
 * refusals name the instant from which it goes on.
 */
const FUNDING_REFUSALS = [
  'QUOTE_CHANGED',
  'FUNDING_UNDER_WAY',
  'BUDGET_IS_FUNDED',
  'NUMBER_LEFT_ALONE',
  'PROMPTS_USED_UP',
  'BUDGET_IS_CLOSED',
] as const;

export const fundBudget = endpoint({
  method: 'POST',
  path: '/budgets',
  summary: 'Ask a phone for what a study costs, or open a page for a card or bank; prompt or page follow',
  access: 'VERIFIED_RESEARCHER',
  needsKey: true,
  body: z.strictObject({
    studyId: Id,
    incentiveInPesewas: IncentiveInPesewas,
    places: Places,
    /** As it was quoted: what somebody has not read they are not asked for. */
    totalInPesewas: SumOfPesewas,
    source: Source,
  }),
  reply: Budget,
  status: 202,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_CLOSED', 'BUDGET_EXISTS', ...FUNDING_REFUSALS, 'INVALID_INPUT'],
});

export const sumBudgets = endpoint({
  method: 'GET',
  path: '/budgets',
  summary: 'What lies in all budgets of the researcher, and what of it is kept for participants',
  access: 'RESEARCHER',
  reply: z.object({
    /** Not promised to anybody. */
    availableInPesewas: z.int(),
    /** Kept for the places of published studies, or owed to participants and not sent yet. */
    keptInPesewas: z.int(),
  }),
  errors: [],
});

export const readBudget = endpoint({
  method: 'GET',
  path: '/budgets/:studyId',
  summary: 'The budget of a study',
  access: 'RESEARCHER',
  params: studyId,
  reply: Budget,
  errors: ['BUDGET_NOT_FOUND'],
});

export const raiseBudget = endpoint({
  method: 'POST',
  path: '/budgets/:studyId/raise',
  summary: 'Pay for more places of a study, for a bonus, or for those whom its closed budget owes',
  access: 'VERIFIED_RESEARCHER',
  needsKey: true,
  params: studyId,
  body: z.strictObject({
    places: Places,
    /** Pays for a bonus of this amount. The number of places stays as it is. */
    bonusInPesewas: z.optional(Pesewas),
    totalInPesewas: SumOfPesewas,
    source: Source,
  }),
  reply: Budget,
  status: 202,
  errors: [
    'BUDGET_NOT_FOUND',
    'STUDY_NOT_FOUND',
    'STUDY_IS_CLOSED',
    'BUDGET_EXISTS',
    ...FUNDING_REFUSALS,
    'INVALID_INPUT',
  ],
});

/** It goes to the provider and is kept nowhere; five tries a prompt. */
export const giveCode = endpoint({
  method: 'POST',
  path: '/budgets/:studyId/code',
  summary: 'Give the code by which the payer of a prompt agrees',
  access: 'VERIFIED_RESEARCHER',
  needsKey: true,
  params: studyId,
  body: z.strictObject({ code: PaymentCode }),
  reply: Budget,
  status: 202,
  errors: ['BUDGET_NOT_FOUND', 'CODE_NOT_ASKED', 'CODE_WRONG'],
});

/** What is left goes back to where it came from. */
export const closeBudget = endpoint({
  method: 'POST',
  path: '/budgets/:studyId/close',
  summary: 'Give back what is left of a study’s budget',
  access: 'RESEARCHER',
  needsKey: true,
  params: studyId,
  reply: Budget,
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_IN_USE', 'FUNDING_UNDER_WAY'],
});

/** The same, asked where its study is over or gone: nobody need remember it. */
export const endBudget = endpoint({
  method: 'PUT',
  path: '/budgets/:studyId/end',
  summary: 'Give back what is left of a study that is over',
  access: 'SERVICE',
  callers: ['project'],
  params: studyId,
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_IN_USE', 'FUNDING_UNDER_WAY'],
});

/** Asked before a study is published. */
export const readCover = endpoint({
  method: 'GET',
  path: '/budgets/:studyId/cover',
  summary: 'Whether a budget covers its places',
  access: 'SERVICE',
  callers: ['project'],
  params: studyId,
  reply: z.object({
    incentiveInPesewas: z.int(),
    places: z.int(),
    /** What is short of all places, fees of paying it in not counted. */
    missingInPesewas: z.int(),
  }),
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_IS_CLOSED'],
});

/** So many places of the study are kept paid from now on; fewer than before changes nothing. */
export const promisePlaces = endpoint({
  method: 'PUT',
  path: '/budgets/:studyId/promise',
  summary: 'Keep the money for the places of a study',
  access: 'SERVICE',
  callers: ['project'],
  params: studyId,
  body: z.strictObject({ incentiveInPesewas: IncentiveInPesewas, places: Places }),
  reply: z.object({ promisedPlaces: z.int() }),
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_SHORT', 'BUDGET_IS_CLOSED'],
});
