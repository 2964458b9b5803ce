import * as z from 'zod';
import type { Callback, CallbackVariant } from '../callbacks.ts';
import type { Fault } from '../faults.ts';
import { formatCedis, parseCedis } from '../world.ts';
import { type Reason, REASONS } from './responses.ts';

const MOST_CHARACTERS = 160;

const Text = z
  .string()
  .max(MOST_CHARACTERS)
  .regex(/^[A-Za-z0-9 .,:_()/-]*$/, 'No apostrophes or other special characters');
const Party = z.object({ partyIdType: z.literal('MSISDN'), partyId: z.string().regex(/^\d{8,15}$/) });
const PaymentFields = z.object({
  amount: z.string().refine((text) => parseCedis(text) !== undefined),
  currency: z.string(),
  externalId: z.string(),
  payerMessage: Text.default(''),
  payeeNote: Text.default(''),
});

export const BODIES = {
  requesttopay: PaymentFields.extend({ payer: Party }),
  transfer: PaymentFields.extend({ payee: Party }),
  refund: PaymentFields.extend({ referenceIdToRefund: z.string() }),
};
export type Kind = keyof typeof BODIES;

type Status = 'PENDING' | 'SUCCESSFUL' | 'FAILED';

export interface Payment extends z.infer<typeof PaymentFields> {
  kind: Kind;
  reference: string;
  partyId: string;
  number: string;
  callbackUrl: string | undefined;
  acceptedAt: number;
  status: Status;
  reason?: Reason;
  financialTransactionId?: string;
}

export const paymentPesewas = ({ amount }: Payment): number => parseCedis(amount) ?? 0;

/** The real platform sends a word, although its specification says an object. */
export type ReasonShape = 'text' | 'object';
export function showPayment(payment: Payment, shape: ReasonShape, has: (fault: Fault) => boolean) {
  const { kind, amount, currency, externalId, payerMessage, payeeNote, reason, partyId, status } = payment;
  const { financialTransactionId } = payment;
  const party = { partyIdType: 'MSISDN', partyId };
  const why = reason && (shape === 'text' ? reason : { code: reason, message: REASONS[reason] });
  return {
    ...(financialTransactionId !== undefined && { financialTransactionId }),
    externalId,
    amount: has('amount-shortened') ? String(Number(amount)) : amount,
    currency,
    ...(kind === 'requesttopay' ? { payer: party } : { payee: party }),
    payerMessage,
    payeeNote,
    status: status === 'PENDING' && has('unknown-status') ? 'CREATED' : status,
    ...(why && { reason: why }),
  };
}

export function paymentCallback(
  payment: Payment,
  url: string,
  truth: object,
  variant: CallbackVariant,
): Callback {
  const opposite =
    payment.status === 'SUCCESSFUL'
      ? { status: 'FAILED', reason: 'INTERNAL_PROCESSING_ERROR' }
      : { status: 'SUCCESSFUL', reason: undefined, financialTransactionId: '99999999999' };
  const changed: Record<CallbackVariant, object> = {
    truth: {},
    'other-method': {},
    pending: { status: 'PENDING', reason: undefined },
    opposite,
    forged: opposite,
    'wrong-amount': { amount: formatCedis(paymentPesewas(payment) + 100) },
    'unknown-reference': { externalId: 'nobody-knows-this' },
  };
  const isUnknown = variant === 'unknown-reference';
  const reference = isUnknown ? crypto.randomUUID() : payment.reference;
  return {
    url: url.replaceAll(payment.reference, reference),
    method: variant === 'other-method' ? 'POST' : 'PUT',
    headers: { 'content-type': 'application/json', 'x-reference-id': reference },
    body: JSON.stringify({ ...truth, ...changed[variant] }),
  };
}
