import type { CallbackVariant } from '../callbacks.ts';
import type { Network } from '../wallets.ts';
import { toLocalNumber } from '../world.ts';
import type { Account } from './account.ts';

/** The fee is 1.95 %. A half pesewa is rounded up. */
export const chargeFee = (amountInPesewas: number): number =>
  Math.floor((amountInPesewas * 195 + 5_000) / 10_000);

export const NETWORK_OF: Record<string, { network: Network; brand: string }> = {
  mtn: { network: 'MTN', brand: 'Mtn' },
  vod: { network: 'TELECEL', brand: 'Vodafone' },
  atl: { network: 'AIRTEL_TIGO', brand: 'AirtelTigo' },
};

type ChargeStatus = 'abandoned' | 'send_otp' | 'pay_offline' | 'pending' | 'success' | 'failed' | 'reversed';

export interface Charge {
  reference: string;
  email: string;
  amountInPesewas: number;
  metadata: unknown;
  callbackUrl: string | undefined;
  accessCode: string;
  channel: 'mobile_money' | 'card';
  number: string | undefined;
  provider: string | undefined;
  status: ChargeStatus;
  message: string | null;
  createdAt: number;
  paidAt: number | undefined;
  refunded: number;
}

export function showCharge(account: Account, charge: Charge, status: string) {
  const { reference, amountInPesewas, createdAt, paidAt, number, channel } = charge;
  const brand = NETWORK_OF[charge.provider ?? '']?.brand;
  const isPaid = paidAt !== undefined;
  return {
    id: account.numericId('charge', reference),
    domain: 'test',
    status,
    reference,
    receipt_number: isPaid && number !== undefined ? String(account.numericId('receipt', reference)) : null,
    amount: amountInPesewas,
    message: charge.message,
    gateway_response:
      charge.status === 'success' ? 'Approved' : (charge.message ?? 'The transaction was not completed'),
    paid_at: isPaid ? account.iso(paidAt) : null,
    created_at: account.iso(createdAt),
    channel,
    currency: 'GHS',
    ip_address: '127.0.0.1',
    metadata: charge.metadata,
    log: null,
    fees: isPaid ? chargeFee(amountInPesewas) : null,
    fees_split: null,
    authorization: isPaid
      ? {
          authorization_code: account.providerCode('AUTH', reference),
          bin: number === undefined ? '408408' : `${toLocalNumber(number).slice(0, 3)}XXX`,
          last4: number === undefined ? '4081' : `X${toLocalNumber(number).slice(-3)}`,
          exp_month: '12',
          exp_year: '9999',
          channel,
          card_type: '',
          bank: brand ?? 'TEST BANK',
          country_code: 'GH',
          brand: brand ?? 'visa',
          reusable: false,
          signature: null,
          account_name: null,
          ...(number === undefined ? {} : { mobile_money_number: toLocalNumber(number) }),
        }
      : {},
    customer: {
      id: account.numericId('customer', charge.email),
      first_name: null,
      last_name: null,
      email: charge.email,
      customer_code: account.providerCode('CUS', charge.email),
      phone: null,
      metadata: null,
      risk_action: 'default',
      international_format_phone: null,
    },
    plan: null,
    split: {},
    order_id: null,
    paidAt: isPaid ? account.iso(paidAt) : null,
    createdAt: account.iso(createdAt),
    requested_amount: amountInPesewas,
    pos_transaction_data: null,
    source: null,
    fees_breakdown: null,
    connect: null,
    transaction_date: account.iso(createdAt),
    plan_object: {},
    subaccount: {},
  };
}

export function describeCharge(truth: object, charge: Charge, variant: CallbackVariant): object {
  const changed: Partial<Record<CallbackVariant, object>> = {
    forged: { status: 'success' },
    opposite: { status: charge.status === 'success' ? 'failed' : 'success' },
    pending: { status: 'pending' },
    'wrong-amount': { amount: charge.amountInPesewas + 100 },
    'unknown-reference': { reference: 'nobody-knows-this-one' },
  };
  return { ...truth, ...changed[variant] };
}
