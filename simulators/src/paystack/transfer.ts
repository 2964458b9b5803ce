import type { Telling } from '../callbacks.ts';
import { type Account, INTEGRATION } from './account.ts';
import { type Recipient, showRecipient } from './recipients.ts';

/** GHS 1 for a transfer to a wallet that succeeds. */
export const TRANSFER_FEE = 100;

export interface Transfer {
  reference: string;
  code: string;
  amountInPesewas: number;
  reason: string | null;
  recipient: Recipient;
  status: 'otp' | 'pending' | 'success' | 'failed' | 'reversed' | 'abandoned';
  failure: string | null;
  createdAt: number;
  updatedAt: number;
}

export function showTransfer(account: Account, transfer: Transfer, status: string) {
  const { amountInPesewas, reference, reason, code, createdAt, updatedAt, recipient } = transfer;
  return {
    transfersessionid: [],
    transfertrials: [],
    domain: 'test',
    amount: amountInPesewas,
    currency: 'GHS',
    reference,
    source: 'balance',
    source_details: null,
    reason,
    status,
    failures: transfer.failure === null ? null : { message: transfer.failure },
    transfer_code: code,
    titan_code: null,
    transferred_at: null,
    id: account.idOf('transfer', reference),
    integration: INTEGRATION,
    request: account.idOf('request', reference),
    recipient: account.idOf('recipient', recipient.code),
    createdAt: account.iso(createdAt),
    updatedAt: account.iso(updatedAt),
  };
}

/** With its recipient, as verify and fetch have it. */
export function showWholeTransfer(account: Account, transfer: Transfer, status: string) {
  return {
    ...showTransfer(account, transfer, status),
    recipient: showRecipient(account, transfer.recipient),
    session: { provider: null, id: null },
    fee_charged: status === 'success' || status === 'reversed' ? TRANSFER_FEE : 0,
    fees_breakdown: null,
    gateway_response: transfer.failure,
  };
}

/** An event about it. */
export function tellTransfer(truth: object, transfer: Transfer, telling: Telling) {
  const { status, amountInPesewas } = transfer;
  const opposite = status === 'success' ? 'failed' : 'success';
  const changed: Partial<Record<Telling, object>> = {
    opposite: { status: opposite },
    forged: { status: opposite },
    pending: { status: 'pending' },
    'wrong-amount': { amount: amountInPesewas + 100 },
    'unknown-reference': { reference: 'nobody-knows-this-one', transfer_code: 'TRF_nobody' },
  };
  const integration = { id: INTEGRATION, is_live: false, business_name: 'Simulated', logo_path: null };
  return {
    event: `transfer.${telling === 'opposite' || telling === 'forged' ? opposite : status}`,
    data: { ...truth, integration, ...changed[telling] },
  };
}
