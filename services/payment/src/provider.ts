import { PAYMENT_PROVIDERS } from '@app/contracts/payment/admin-payments.ts';
import { HOUR_SECONDS } from '@app/contracts/durations.ts';
import type { MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';
import { hash } from 'node:crypto';
import type { PaymentConfig } from './config.ts';

export const PROVIDERS = PAYMENT_PROVIDERS;
export type ProviderName = (typeof PROVIDERS)[number];

export type Network = (typeof MOBILE_MONEY_PROVIDERS)[number];

/** The number is in E.164 form. */
export interface Wallet {
  network: Network;
  phoneNumber: string;
  name: string;
}

/** A refund identifies the payment by the provider's id. */
export type Destination = Wallet | { refundOf: string };

/** If an order is sent again, it has the same reference. */
export interface Order {
  reference: string;
  pesewas: number;
  wallet: Wallet;
  /** Account statements show this note, so it may have only letters, digits, spaces and dashes. */
  note: string;
}

export const REASONS = [
  'PAYEE_NOT_REGISTERED',
  'PAYEE_LIMIT',
  'PAYEE_BLOCKED',
  'OUR_FLOAT_LOW',
  'OUR_ACCOUNT_BLOCKED',
  'CONFIG',
  'REQUEST_INVALID',
  'PROVIDER_DOWN',
  'PAYER_DECLINED',
  'PAYER_EXPIRED',
  'PAYER_FUNDS',
  'OTHER',
] as const;
export type Reason = (typeof REASONS)[number];

/**
 * `refused` means that a documented refusal came before acceptance. `not-sent` means that there was no
 * connection, or that a gateway rejected the call. In all other cases, money may have moved.
 */
export type SendOutcome =
  | { kind: 'accepted' }
  | { kind: 'exists' }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'not-sent' }
  | { kind: 'unknown'; cause: string };

export type PromptOutcome = SendOutcome | { kind: 'page'; url: string } | { kind: 'code' };

/** The answer to a code does not say whether the payment succeeded, so the payment is polled. */
type CodeOutcome = 'taken' | 'wrong' | 'unknown';

/** A status that the provider does not document counts as `pending`, never as a failure. */
export type QueryOutcome =
  | {
      kind: 'success';
      pesewas: number;
      currency: string;
      phoneNumber?: string;
      providerId: string;
      feeInPesewas?: number;
      lastFour?: string;
    }
  | { kind: 'failure'; reason: Reason }
  | { kind: 'reversed' }
  | { kind: 'pending' }
  | { kind: 'not-seen' }
  | { kind: 'unknown'; cause: string };

/** `refused` means that the provider rejects our keys, so all calls would fail. */
interface WalletOutcome {
  kind: 'active' | 'not-registered' | 'unavailable' | 'refused';
}

/** A payment by card or bank account can be refunded only to its source. */
export interface Pages {
  open(order: { reference: string; pesewas: number; returnUrl?: string }): Promise<PromptOutcome>;
  refund(order: { reference: string; pesewas: number; refundOf: string }): Promise<SendOutcome>;
  queryRefund(reference: string, refundOf: string): Promise<QueryOutcome>;
}

export interface CallbackHint {
  authenticity: 'signed' | 'unsigned' | 'forged';
  reference?: string;
}

/** If the provider's answer contains no amount, `said` is that answer. */
interface Balance {
  pesewas?: number | undefined;
  said: string;
}

/**
 * An adapter never uses the database, never throws for failures that are expected, and never uses fractions
 * of a pesewa.
 */
export interface PaymentProvider {
  readonly name: ProviderName;
  readonly networks: readonly Network[];
  readonly currency: string;
  readonly payoutFeeInPesewas: number;
  /** If the same reference is sent again within these hours, money moves only once. */
  readonly resendWithinHours: number;
  prompt(order: Order): Promise<PromptOutcome>;
  submitCode?(reference: string, code: string): Promise<CodeOutcome>;
  queryPrompt(reference: string): Promise<QueryOutcome>;
  send(order: Order): Promise<SendOutcome>;
  query(reference: string): Promise<QueryOutcome>;
  lookUp(wallet: Wallet): Promise<WalletOutcome>;
  readName(wallet: Wallet): Promise<string | undefined>;
  readonly pages?: Pages;
  balance(): Promise<Balance>;
  readCallback(body: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): CallbackHint;
}

export type Providers = Readonly<Partial<Record<ProviderName, PaymentProvider>>>;

/** Works on text, because floating-point numbers cannot represent most amounts exactly. */
export function toCedis(pesewas: number): string {
  const digits = String(pesewas).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Providers write the same amount as `50.01`, `50.0` or `50`. */
export function fromCedis(text: unknown): number | undefined {
  const [, cedis, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(text)) ?? [];
  return cedis === undefined ? undefined : Number(cedis) * 100 + Number(fraction.padEnd(2, '0'));
}

/** With MTN's API, only MTN wallets can be paid. */
export const chooseProvider = (
  network: Network | undefined,
  { MTN_WALLETS_VIA }: Pick<PaymentConfig, 'MTN_WALLETS_VIA'>,
): ProviderName => (network === 'MTN' ? MTN_WALLETS_VIA : 'paystack');

/**
 * The reference is derived from the id, so that a lost order can be found after a restore. MTN requires the
 * form of a UUID version 4.
 */
export function deriveReference(id: string, attempt: number): string {
  const bytes = hash('sha256', `${id} ${attempt}`, 'buffer').subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const POLLS_IN_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800];

export const secondsToPoll = (polls: number): number => POLLS_IN_SECONDS[polls] ?? HOUR_SECONDS;

/** After this many hours, an operator must look at the payment. */
export const WATCHED_HOURS = 72;

export async function sendOrder(
  provider: PaymentProvider,
  { reference, pesewas, to }: { reference: string; pesewas: number; to: Destination },
  note: Order['note'],
): Promise<SendOutcome> {
  if ('network' in to) return provider.send({ reference, pesewas, wallet: to, note });
  return (
    (await provider.pages?.refund({ reference, pesewas, ...to })) ?? { kind: 'refused', reason: 'CONFIG' }
  );
}

export async function queryOrder(
  provider: PaymentProvider,
  { reference, to }: { reference: string; to: Destination },
): Promise<QueryOutcome> {
  if ('network' in to) return provider.query(reference);
  const outcome = await provider.pages?.queryRefund(reference, to.refundOf);
  return outcome ?? { kind: 'unknown', cause: 'it gives nothing back' };
}
