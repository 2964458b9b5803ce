import { HOUR_SECONDS } from '@app/contracts/durations.ts';
import type { MOBILE_MONEY_PROVIDERS } from '@app/contracts/enumerations.ts';
import { hash } from 'node:crypto';
import type { PaymentConfig } from './config.ts';

/** The providers that money moves through; each has a file in providers/. */
export const PROVIDERS = ['mtn', 'paystack'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** The network that a wallet is of. */
export type Network = (typeof MOBILE_MONEY_PROVIDERS)[number];

/** A wallet, as its owner gave it; the number in E.164. */
export interface Wallet {
  network: Network;
  phoneNumber: string;
  name: string;
}

/** Where money goes: to a wallet, or back by a payment, which the provider's own number of it names. */
export type Destination = Wallet | { refundOf: string };

/** What a provider is asked to move, under a reference that stays the same however often it is asked. */
export interface Order {
  reference: string;
  pesewas: number;
  wallet: Wallet;
  /** For the statement of the payer or the payee: letters, digits, spaces and dashes. */
  note: string;
}

/** Why a provider did not do it, in words of our own. */
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
 * What became of a request to move money. `refused` is only what the provider documents as refused before acceptance.
 * `not-sent` is only a connection that was never there, or a gateway that counted the call out before anybody read it.
 * Everything else may have moved money, and is `unknown`.
 */
export type SendOutcome =
  | { kind: 'accepted' }
  | { kind: 'exists' }
  | { kind: 'refused'; reason: Reason }
  | { kind: 'not-sent' }
  | { kind: 'unknown'; cause: string };

/** What follows a request to pay in: somebody approves it on a phone, opens a page, or gives a code of their network. */
export type PromptOutcome = SendOutcome | { kind: 'page'; url: string } | { kind: 'code' };

/** What a provider says of the code by which a payer agrees; once it is taken, the payment is asked about as ever. */
type CodeOutcome = 'taken' | 'wrong' | 'unknown';

/** What a provider says of a reference. A word that it has no meaning for is `pending`, never a failure. */
export type QueryOutcome =
  | {
      kind: 'success';
      pesewas: number;
      currency: string;
      phoneNumber?: string;
      providerId: string;
      feeInPesewas?: number;
      /** Of the card or bank account that paid. */
      lastFour?: string;
    }
  | { kind: 'failure'; reason: Reason }
  | { kind: 'reversed' }
  | { kind: 'pending' }
  | { kind: 'not-seen' }
  | { kind: 'unknown'; cause: string };

/** `refused`: our keys are not taken, so that nothing else would be. */
interface WalletOutcome {
  kind: 'active' | 'not-registered' | 'unavailable' | 'refused';
}

/** Where cards and bank accounts pay, and how what they paid goes back: by the payment, and to nowhere else. */
export interface Pages {
  open(order: { reference: string; pesewas: number; returnUrl?: string }): Promise<PromptOutcome>;
  refund(order: { reference: string; pesewas: number; refundOf: string }): Promise<SendOutcome>;
  queryRefund(reference: string, refundOf: string): Promise<QueryOutcome>;
}

/** What a callback claims; it only makes us ask. */
export interface CallbackHint {
  authenticity: 'signed' | 'unsigned' | 'forged';
  reference?: string;
}

/** The balance at a provider. Without `pesewas` it did not say, and `said` is what came back instead. */
interface Balance {
  pesewas?: number | undefined;
  said: string;
}

/** No adapter touches the database, throws for what can be expected, or knows an amount that is not whole pesewas. */
export interface PaymentProvider {
  readonly name: ProviderName;
  readonly networks: readonly Network[];
  readonly currency: string;
  /** What one payment costs where the answer does not say. */
  readonly payoutFeeInPesewas: number;
  /** How long the provider knows a reference again, so that asking twice moves money once. */
  readonly resendWithinHours: number;
  prompt(order: Order): Promise<PromptOutcome>;
  submitCode?(reference: string, code: string): Promise<CodeOutcome>;
  /** Of prompts and of pages. */
  queryPrompt(reference: string): Promise<QueryOutcome>;
  send(order: Order): Promise<SendOutcome>;
  query(reference: string): Promise<QueryOutcome>;
  lookUp(wallet: Wallet): Promise<WalletOutcome>;
  /** Of the wallet's owner, as the network has it; undefined where it does not say. */
  readName(wallet: Wallet): Promise<string | undefined>;
  readonly pages?: Pages;
  balance(): Promise<Balance>;
  readCallback(body: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): CallbackHint;
}

export type Providers = Readonly<Partial<Record<ProviderName, PaymentProvider>>>;

/** `5001` pesewas as `50.01`: by text, since half of all such fractions are no floating-point number. */
export function toCedis(pesewas: number): string {
  const digits = String(pesewas).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The amount of `50.01`, `50.0` or `50`, which providers write of the same; undefined for anything else. */
export function fromCedis(text: unknown): number | undefined {
  const [, cedis, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(String(text)) ?? [];
  return cedis === undefined ? undefined : Number(cedis) * 100 + Number(fraction.padEnd(2, '0'));
}

/**
 * Which provider serves a network, or cards and bank accounts where it is none of these. MTN's own interface reaches its own
 * wallets only; Paystack reaches all.
 */
export const providerOf = (
  network: Network | undefined,
  { MTN_WALLETS_VIA }: Pick<PaymentConfig, 'MTN_WALLETS_VIA'>,
): ProviderName => (network === 'MTN' ? MTN_WALLETS_VIA : 'paystack');

/**
 * The reference of a thing's nth try (idempotency key): a function of both. A database restored from a backup asks with
 * the same one and meets what it has forgotten. In the form of a UUID of version 4, since MTN takes no other.
 */
export function referenceOf(id: string, attempt: number): string {
  const bytes = hash('sha256', `${id} ${attempt}`, 'buffer').subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const POLLS_IN_SECONDS = [5, 15, 30, 60, 120, 300, 600, 1800];

/** How long to wait before a provider is asked again, having been asked so often (B5.8). */
export const secondsToPoll = (polls: number): number => POLLS_IN_SECONDS[polls] ?? HOUR_SECONDS;

/** So long an answer is waited for; then a person has to look. */
export const WATCHED_HOURS = 72;

/** Sends an order to a wallet, or back by the payment that brought the money. */
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

/** What the provider says of an order. */
export async function queryOrder(
  provider: PaymentProvider,
  { reference, to }: { reference: string; to: Destination },
): Promise<QueryOutcome> {
  if ('network' in to) return provider.query(reference);
  const outcome = await provider.pages?.queryRefund(reference, to.refundOf);
  return outcome ?? { kind: 'unknown', cause: 'it gives nothing back' };
}
