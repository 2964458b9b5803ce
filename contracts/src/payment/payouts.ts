import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { ParticipantCode } from '../participant-code.ts';
import { TEXTAREA_MAX_LENGTH, requiredText } from '../text.ts';
import { MOST_PESEWAS, Pesewas } from './amounts.ts';
import { PAYOUT_STATES, type PayoutState } from './payout-states.ts';

export { type PayoutState };

/** An application is paid once: for taking part, or for a survey that screened the person out. */
export const PAYABLE_KINDS = ['INCENTIVE', 'SCREEN_OUT'] as const;
export type PayableKind = (typeof PAYABLE_KINDS)[number];
export const PAYOUT_KINDS = [...PAYABLE_KINDS, 'BONUS', 'REFUND'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];
/** Only the recipient sees `walletHint` and `providerId`. */
export const Payout = z.object({
  id: Id,
  kind: z.enum(PAYOUT_KINDS),
  state: z.enum(PAYOUT_STATES),
  studyId: Id,
  applicationId: z.nullable(Id),
  /** Null for a refund. */
  participantCode: z.nullable(z.string()),
  amountInPesewas: z.int(),
  /** The reason why the payout is held, or what someone must do about it. */
  why: z.nullable(z.string()),
  /** The researcher's reason for a bonus. */
  note: z.nullable(z.string()),
  createdAt: z.string(),
  nextAt: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  walletHint: z.nullable(z.string()),
  providerId: z.nullable(z.string()),
});
export type Payout = z.infer<typeof Payout>;

const payoutId = z.object({ id: Id });

/** An amount of zero cancels a payout that was not sent. A version that is not the newest changes nothing. */
export const requestPayout = endpoint({
  method: 'PUT',
  path: '/payouts/:applicationId',
  summary: 'Set the amount that an application is to be paid',
  access: 'SERVICE',
  callers: ['project'],
  params: z.object({ applicationId: Id }),
  body: z.strictObject({
    version: z.int().check(z.gte(1), z.lte(1_000_000)),
    studyId: Id,
    participantId: Id,
    participantCode: ParticipantCode,
    kind: z.enum(PAYABLE_KINDS),
    amountInPesewas: z.int().check(z.gte(0), z.lte(MOST_PESEWAS)),
  }),
  reply: z.object({ state: z.enum(PAYOUT_STATES), version: z.int() }),
  errors: ['BUDGET_NOT_FOUND', 'BUDGET_SHORT', 'PAYOUT_DIFFERS', 'PAYOUT_IS_UNDER_WAY'],
});

export const MAX_APPLICATIONS_ASKED = 100;

export const readIncentives = endpoint({
  method: 'POST',
  path: '/payouts/incentives',
  summary: 'The payment state of up to 100 applications; those without a payment are left out',
  access: 'SERVICE',
  callers: ['project'],
  body: z.strictObject({ applicationIds: z.array(Id).check(z.maxLength(MAX_APPLICATIONS_ASKED)) }),
  reply: z.array(z.object({ applicationId: Id, state: z.enum(PAYOUT_STATES), amountInPesewas: z.int() })),
  errors: [],
});

export const listPayouts = endpoint({
  method: 'GET',
  path: '/payouts',
  summary: 'The caller’s own payments, or those of one of the caller’s studies',
  access: 'SIGNED_IN',
  own: { in: 'query', name: 'participantId' },
  query: z.strictObject({ participantId: z.optional(Id), studyId: z.optional(Id), ...pagingFields }),
  page: Payout,
  errors: ['BUDGET_NOT_FOUND'],
});

export const retryPayout = endpoint({
  method: 'POST',
  path: '/payouts/:id/account',
  summary: 'Retry a payment, to the account as stored now',
  access: 'PARTICIPANT',
  needsKey: true,
  params: payoutId,
  reply: Payout,
  errors: ['PAYOUT_NOT_FOUND', 'PAYOUT_IS_UNDER_WAY'],
});

export const reportMissing = endpoint({
  method: 'POST',
  path: '/payouts/:id/missing',
  summary: 'Report that a payment did not arrive',
  access: 'PARTICIPANT',
  needsKey: true,
  params: payoutId,
  reply: Payout,
  errors: ['PAYOUT_NOT_FOUND', 'PAYOUT_IS_UNDER_WAY'],
});

export const payBonus = endpoint({
  method: 'POST',
  path: '/payouts/bonus',
  summary: 'Pay a participant a bonus',
  access: 'VERIFIED_RESEARCHER',
  needsKey: true,
  body: z.strictObject({
    applicationId: Id,
    amountInPesewas: Pesewas,
    reason: requiredText(TEXTAREA_MAX_LENGTH),
  }),
  reply: Payout,
  status: 201,
  errors: ['PAYOUT_NOT_FOUND', 'BUDGET_SHORT', 'BUDGET_IS_CLOSED'],
});
