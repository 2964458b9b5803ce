import * as z from 'zod/mini';
import { endpoint, Id, pagingFields } from '../endpoint.ts';
import { rule } from '../rule.ts';
import { TEXTAREA_MAX_LENGTH, oneOf, requiredText } from '../text.ts';
import { FUNDING_STATES } from './budgets.ts';
import { PAYOUT_KINDS, type PayoutState } from './payouts.ts';
import { PAYOUT_STATES } from './payout-states.ts';

export const PAYMENT_PROVIDERS = ['mtn', 'paystack'] as const;

/** A failed payment is tried again, or waits until its owner corrects something. */
export const OPEN_PAYMENT_GROUPS = ['REVIEW', 'WALLET', 'UNFUNDED', 'FAILED', 'IN_TRANSIT', 'HELD'] as const;
export type OpenPaymentGroup = (typeof OPEN_PAYMENT_GROUPS)[number];

const OpenPayment = z.object({
  id: Id,
  kind: z.enum(['FUNDING', ...PAYOUT_KINDS]),
  group: z.enum(OPEN_PAYMENT_GROUPS),
  state: z.enum([...PAYOUT_STATES, ...FUNDING_STATES]),
  why: z.nullable(z.string()),
  studyId: Id,
  /** The participant who is paid, or the researcher who pays or gets a refund. */
  personId: Id,
  amountInPesewas: z.int(),
  provider: z.nullable(z.enum(PAYMENT_PROVIDERS)),
  walletHint: z.nullable(z.string()),
  /** A decision sends this number of orders, so that it applies only to the order that the admin saw. */
  attempts: z.int(),
  createdAt: z.string(),
  nextAt: z.nullable(z.string()),
});
export type OpenPayment = z.infer<typeof OpenPayment>;

export const listPaymentsAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/payments',
  summary: 'Payments that are not final, the oldest first, without names and full account numbers',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  query: z.strictObject({ ...pagingFields, group: z.optional(oneOf(OPEN_PAYMENT_GROUPS)) }),
  page: OpenPayment,
  errors: [],
});

const PAYMENT_DECISIONS = ['ASK', 'SEND_AGAIN', 'ALLOW_WALLET', 'SETTLE_PAID', 'SETTLE_UNSEEN'] as const;
export type PaymentDecision = (typeof PAYMENT_DECISIONS)[number];

/** The operation checks these decisions again. */
export function possibleDecisions({ kind, state, why }: Pick<OpenPayment, 'kind' | 'state' | 'why'>) {
  if (kind === 'FUNDING') return state === 'REVIEW' ? (['ASK'] as const) : [];
  const decisions: Partial<Record<PayoutState, PaymentDecision[]>> = {
    REVIEW: ['ASK', 'SEND_AGAIN', 'SETTLE_PAID', 'SETTLE_UNSEEN'],
    REVERSED: ['ASK', 'SEND_AGAIN', 'SETTLE_PAID'],
    ACTION_NEEDED: [...(why === 'WALLET_IN_USE' ? (['ALLOW_WALLET'] as const) : []), 'SETTLE_PAID'],
    UNFUNDED: ['SETTLE_PAID'],
  };
  return decisions[state as PayoutState] ?? [];
}

const ANSWERS = ['success', 'failure', 'reversed', 'pending', 'not-seen', 'unknown', 'nothing'] as const;
const isSettlement = (decision: PaymentDecision) => decision.startsWith('SETTLE');

/**
 * Unless the provider's answer allows the change, `isDone` is false. If several admins decide at once, one
 * succeeds and the others get PAYMENT_CHANGED.
 */
export const decidePaymentAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/payments/:id/decision',
  summary: 'Ask the provider about a payment, send it again, allow its number, or settle it with evidence',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  needsRecentPasskey: true,
  params: z.object({ id: Id }),
  body: z
    .strictObject({
      decision: oneOf(PAYMENT_DECISIONS),
      attempts: z.int().check(z.gte(0), z.lte(10_000)),
      /** The provider through which it was paid. */
      provider: z.optional(oneOf(PAYMENT_PROVIDERS)),
      /** The text of the provider's statement, and where it can be found. */
      evidence: z.optional(requiredText(TEXTAREA_MAX_LENGTH)),
    })
    .check(
      z.refine(({ decision, evidence }) => !isSettlement(decision) || evidence !== undefined, {
        error: rule('valueRequired'),
        path: ['evidence'],
      }),
      z.refine(({ decision, provider }) => decision !== 'SETTLE_PAID' || provider !== undefined, {
        error: rule('valueRequired'),
        path: ['provider'],
      }),
    ),
  reply: z.object({
    said: z.enum(ANSWERS),
    state: z.enum([...PAYOUT_STATES, ...FUNDING_STATES]),
    isDone: z.boolean(),
  }),
  errors: ['PAYOUT_NOT_FOUND', 'PAYMENT_CHANGED'],
});

const ProviderBalance = z.object({
  provider: z.enum(PAYMENT_PROVIDERS),
  isConfigured: z.boolean(),
  ledgerInPesewas: z.int(),
  inTransitInPesewas: z.int(),
  /** Null if the provider does not answer. `said` then has the answer that came instead. */
  ownInPesewas: z.nullable(z.int()),
  said: z.nullable(z.string()),
  pause: z.nullable(z.object({ reason: z.string(), since: z.string() })),
});

export const readBalancesAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/balances',
  summary: 'The ledger’s balance of each provider beside the balance that the provider reports now',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  isCostly: true,
  reply: z.array(ProviderBalance),
  errors: [],
});

export const listDifferencesAsAdmin = endpoint({
  method: 'GET',
  path: '/admin/differences',
  summary: 'Differences between the ledger and the providers that the last reconciliation found',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  query: z.strictObject(pagingFields),
  page: z.object({
    kind: z.string(),
    /** An order, a funding, a provider, or an account of the ledger. */
    subject: z.string(),
    provider: z.nullable(z.enum(PAYMENT_PROVIDERS)),
    ours: z.string(),
    theirs: z.string(),
    foundAt: z.string(),
  }),
  errors: [],
});

/** Each act sends what the admin saw. It is refused if this has changed since. */
export const changeProviderAsAdmin = endpoint({
  method: 'POST',
  path: '/admin/providers/:provider/change',
  summary: 'Pause or resume a provider, or book the difference between its balance and the ledger',
  access: 'ADMIN',
  adminRoles: ['FINANCE'],
  needsRecentPasskey: true,
  params: z.object({ provider: z.enum(PAYMENT_PROVIDERS) }),
  body: z.discriminatedUnion('change', [
    z.strictObject({ change: z.literal('PAUSE') }),
    z.strictObject({ change: z.literal('RESUME'), since: z.iso.datetime({ error: rule('notOfThisKind') }) }),
    z.strictObject({
      change: z.literal('SETTLE'),
      differenceInPesewas: z.int().check(z.refine((pesewas) => pesewas !== 0, rule('valueRequired'))),
    }),
  ]),
  reply: z.object({ provider: z.enum(PAYMENT_PROVIDERS), isPaused: z.boolean() }),
  errors: ['PROVIDER_CHANGED', 'FLOAT_NOT_SETTLED'],
});
