import type { CallbackVariant } from '../callbacks.ts';
import type { Fault } from '../faults.ts';
import { walletAccount } from '../wallets.ts';
import type { World } from '../world.ts';
import { type Account, BANKS, INTEGRATION } from './account.ts';
import { type Recipient, showRecipient } from './recipients.ts';

/** A successful transfer to a wallet costs GH₵ 1. */
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
    id: account.numericId('transfer', reference),
    integration: INTEGRATION,
    request: account.numericId('request', reference),
    recipient: account.numericId('recipient', recipient.code),
    createdAt: account.iso(createdAt),
    updatedAt: account.iso(updatedAt),
  };
}

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

export function describeTransfer(truth: object, transfer: Transfer, variant: CallbackVariant) {
  const { status, amountInPesewas } = transfer;
  const opposite = status === 'success' ? 'failed' : 'success';
  const changed: Partial<Record<CallbackVariant, object>> = {
    opposite: { status: opposite },
    forged: { status: opposite },
    pending: { status: 'pending' },
    'wrong-amount': { amount: amountInPesewas + 100 },
    'unknown-reference': { reference: 'nobody-knows-this-one', transfer_code: 'TRF_nobody' },
  };
  const integration = { id: INTEGRATION, is_live: false, business_name: 'Simulated', logo_path: null };
  return {
    event: `transfer.${variant === 'opposite' || variant === 'forged' ? opposite : status}`,
    data: { ...truth, integration, ...changed[variant] },
  };
}

export const transferHasFault = (
  { faults }: World,
  { reference, recipient }: Transfer,
  fault: Fault,
): boolean => faults.has(fault, reference, recipient.number);

export function findTransferRefusal(world: World, transfer: Transfer): string | undefined {
  const has = (fault: Fault) => transferHasFault(world, transfer, fault);
  const { number, bank } = transfer.recipient;
  const phone = world.findPhone(number);
  if (!phone || has('payee-unregistered')) return 'Recipient is not registered for mobile money';
  if (phone.network !== BANKS[bank]?.network || has('payee-ported')) {
    return 'Recipient is not on this network';
  }
  if (!phone.isActive || has('payee-inactive')) return 'Recipient account is not active';
  const after = world.book.balanceOf(walletAccount(number)) + transfer.amountInPesewas;
  if (after > phone.mostInPesewas || has('payee-limit')) return 'Recipient limit exceeded';
  return undefined;
}
