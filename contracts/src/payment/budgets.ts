import * as z from 'zod/mini';
import { oneOf } from '../text.ts';
import { endpoint, Id } from '../endpoint.ts';
import { MOBILE_MONEY_PROVIDERS } from '../enumerations.ts';
import { MobileNumber } from '../phone-number.ts';
import { rule } from '../rule.ts';
import { typedCode } from '../typed-code.ts';
import { IncentiveInPesewas, Pesewas, Places, PesewasSum } from './amounts.ts';

const BUDGET_STATES = ['OPEN', 'CLOSED'] as const;
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

/** A budget has the fees that applied when it was created. */
export const Quote = z.object({
  places: z.int(),
  incentiveInPesewas: z.int(),
  incentivesInPesewas: z.int(),
  payoutFeesInPesewas: z.int(),
  collectionFeeInPesewas: z.int(),
  /** The total without the money that is already in the budget. */
  totalInPesewas: z.int(),
  /** Researchers never pay the fee of a refund. */
  refundFeePaidBy: z.literal('PLATFORM'),
});
export type Quote = z.infer<typeof Quote>;

export const Budget = z.object({
  studyId: Id,
  state: z.enum(BUDGET_STATES),
  /** The money that the study still needs. For a closed budget, this is for the unfunded payouts. */
  quote: Quote,
  /** Payouts that became due after the budget was closed. They are sent when the researcher pays for them. */
  unfundedPlaces: z.int(),
  availableInPesewas: z.int(),
  /** Money reserved for published places and unsent payouts. */
  promisedInPesewas: z.int(),
  /** Payouts that are due and not yet sent. */
  payableInPesewas: z.int(),
  /** Payouts that were sent and whose arrival is not confirmed yet. */
  onItsWayInPesewas: z.int(),
  paidInPesewas: z.int(),
  feesInPesewas: z.int(),
  /** Refunds that are sent or due. */
  refundedInPesewas: z.int(),
  refundDueInPesewas: z.int(),
  /** Payouts that wait for a participant are excluded, because their money stays reserved. */
  returnableInPesewas: z.int(),
  fundings: z.array(
    z.object({
      id: Id,
      state: z.enum(FUNDING_STATES),
      askedInPesewas: z.int(),
      receivedInPesewas: z.nullable(z.int()),
      feeInPesewas: z.nullable(z.int()),
      /** Null for a card or bank account. */
      network: z.nullable(z.enum(MOBILE_MONEY_PROVIDERS)),
      /** The last digits, if the provider reports them. */
      walletHint: z.nullable(z.string()),
      pageUrl: z.nullable(z.string()),
      asksForCode: z.boolean(),
      /** True for money for a bonus, which adds no place. */
      isForBonus: z.boolean(),
      providerId: z.nullable(z.string()),
      createdAt: z.string(),
    }),
  ),
});
export type Budget = z.infer<typeof Budget>;

const studyId = z.object({ studyId: Id });

export const PaymentCode = typedCode({ fewest: 4, most: 10 }, rule('paymentCode'));

/** The phone that pays. Refunds go to the same phone. */
export const MobileMoney = z.strictObject({
  kind: z.optional(z.literal('MOBILE_MONEY')),
  network: oneOf(MOBILE_MONEY_PROVIDERS),
  phoneNumber: MobileNumber,
});
/** The payer enters the card or account on the provider's page, never here. Refunds go there too. */
const CardOrBank = z.strictObject({ kind: z.literal('CARD_OR_BANK') });
const UsedBefore = z.strictObject({ kind: z.literal('USED_BEFORE'), fundingId: Id });
export const Source = z.discriminatedUnion('kind', [MobileMoney, CardOrBank, UsedBefore]);
export type Source = z.infer<typeof Source>;

export const quoteBudget = endpoint({
  method: 'POST',
  path: '/budgets/quote',
  summary: 'What it costs to pay the participants of a study, itemised',
  access: 'VERIFIED_RESEARCHER',
  body: z
    .strictObject({
      studyId: Id,
      incentiveInPesewas: IncentiveInPesewas,
      places: Places,
      /** If this field is present, the quote covers only the bonus. */
      bonusInPesewas: z.optional(Pesewas),
      screenOutInPesewas: z.optional(Pesewas),
    })
    .check(
      z.refine(({ incentiveInPesewas: most, screenOutInPesewas: pay = 0 }) => pay <= most, {
        error: rule('screenOutPay'),
        path: ['screenOutInPesewas'],
      }),
    ),
  reply: z.extend(Quote, {
    /** An example: how many places people who are screened out use up. */
    screenedOut: z.optional(z.object({ people: z.int(), places: z.int() })),
    /** The sum that the researcher has paid, with fees. */
    paidInPesewas: z.int(),
    /** The last phone that got a prompt, even if the prompt was not paid. */
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
 * Only one prompt runs at a time, because a second one could be paid too. A refusal says when the limit of a
 * number or a researcher ends.
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
  summary: 'Fund a study: by a prompt on a phone, or by a page for card or bank',
  access: 'VERIFIED_RESEARCHER',
  needsKey: true,
  body: z.strictObject({
    studyId: Id,
    incentiveInPesewas: IncentiveInPesewas,
    places: Places,
    /** Must equal the total that the researcher saw in the quote. */
    totalInPesewas: PesewasSum,
    source: Source,
  }),
  reply: Budget,
  status: 202,
  errors: ['STUDY_NOT_FOUND', 'STUDY_IS_CLOSED', 'BUDGET_EXISTS', ...FUNDING_REFUSALS, 'INVALID_INPUT'],
});

export const sumBudgets = endpoint({
  method: 'GET',
  path: '/budgets',
  summary: "The total of the researcher's budgets, and what is reserved for participants",
  access: 'RESEARCHER',
  reply: z.object({
    availableInPesewas: z.int(),
    /** Money reserved for published places, and for payouts that are due and not yet sent. */
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
  summary: 'Add money for places or a bonus, or for people whom a closed budget still has to pay',
  access: 'VERIFIED_RESEARCHER',
  needsKey: true,
  params: studyId,
  body: z.strictObject({
    places: Places,
    bonusInPesewas: z.optional(Pesewas),
    totalInPesewas: PesewasSum,
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

/** The code is not stored. Each prompt allows five attempts. */
export const submitPromptCode = endpoint({
  method: 'POST',
  path: '/budgets/:studyId/code',
  summary: 'Submit the code that the payer of a prompt received',
  access: 'VERIFIED_RESEARCHER',
  needsKey: true,
  params: studyId,
  body: z.strictObject({ code: PaymentCode }),
  reply: Budget,
  status: 202,
  errors: ['BUDGET_NOT_FOUND', 'CODE_NOT_ASKED', 'CODE_WRONG'],
});

export const closeBudget = endpoint({
  method: 'POST',
  path: '/budgets/:studyId/close',
  summary: 'Refund what is left of a study’s budget',
  access: 'RESEARCHER',
  needsKey: true,
  params: studyId,
  reply: Budget,
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_IN_USE', 'FUNDING_UNDER_WAY'],
});

export const endBudget = endpoint({
  method: 'PUT',
  path: '/budgets/:studyId/end',
  summary: 'Refund what is left of an ended study’s budget',
  access: 'SERVICE',
  callers: ['project'],
  params: studyId,
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_IN_USE', 'FUNDING_UNDER_WAY'],
});

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
    /** The amount excludes fees. */
    missingInPesewas: z.int(),
  }),
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_IS_CLOSED'],
});

/** If the number of places is below the current one, nothing changes. */
export const promisePlaces = endpoint({
  method: 'PUT',
  path: '/budgets/:studyId/promise',
  summary: 'Reserve the money for the places of a study',
  access: 'SERVICE',
  callers: ['project'],
  params: studyId,
  body: z.strictObject({ incentiveInPesewas: IncentiveInPesewas, places: Places }),
  reply: z.object({ promisedPlaces: z.int(), payoutFeeInPesewas: z.int() }),
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_SHORT', 'BUDGET_IS_CLOSED'],
});
