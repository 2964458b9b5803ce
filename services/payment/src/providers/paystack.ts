import {
  type Response,
  readJsonField,
  readJsonText,
  sendRequest,
  describeResponse,
} from '@app/kit/http-request.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { foldCharacters } from '@app/kit/match-text.ts';
import { parseJson } from '@app/kit/parse-json.ts';
import type {
  QueryOutcome,
  Reason,
  SendOutcome,
  Network,
  PaymentProvider,
  Wallet,
  Pages,
} from '../provider.ts';

/** Paystack suggests a new reference, but that would pay twice; the existing order is polled instead. */
const isDuplicate = (json: unknown) =>
  readJsonText(json, 'code').startsWith('duplicate_') ||
  /(reference already exists|duplicate.* reference)/i.test(readJsonText(json, 'message'));
const isBalanceTooLow = (json: unknown) =>
  readJsonText(json, 'code') === 'insufficient_balance' ||
  /balance is not enough/i.test(readJsonText(json, 'message'));

/** A charge that was declined at once is polled. */
function classifySend(answer: Response): SendOutcome {
  if (answer.kind === 'not-sent') return { kind: 'not-sent' };
  if (answer.kind === 'lost') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  const isTaken = readJsonField(json, 'status');
  if (status >= 200 && status < 300 && isTaken === true) return { kind: 'accepted' };
  if (isTaken !== false) return { kind: 'unknown', cause: `${status} without a word` };
  if (isDuplicate(json)) return { kind: 'exists' };
  if (status === 401 || status === 403) return { kind: 'refused', reason: 'CONFIG' };
  // Paystack counts calls before it reads them.
  if (status === 429 && readJsonText(json, 'code') === 'rate_limited') return { kind: 'not-sent' };
  if (status === 400 && isBalanceTooLow(json)) return { kind: 'refused', reason: 'OUR_FLOAT_LOW' };
  if (status === 400 && readJsonText(json, 'type') === 'validation_error')
    return { kind: 'refused', reason: 'REQUEST_INVALID' };
  return { kind: 'unknown', cause: `${status} ${readJsonText(json, 'code')}` };
}

const FAILED: ReadonlySet<string> = new Set(['failed', 'abandoned', 'blocked', 'rejected']);
/** A charge that its payer abandoned may still be approved. */
const FAILED_CHARGE: ReadonlySet<string> = new Set(['failed']);
const REASON_BY_STATUS: Partial<Record<string, Reason>> = {
  abandoned: 'CONFIG',
  blocked: 'OUR_ACCOUNT_BLOCKED',
};

/** Every undocumented status counts as pending. */
function classifyQuery(answer: Response, of: 'transfer' | 'charge'): QueryOutcome {
  if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  const isMissing = status === 404 || (status === 400 && /not found/i.test(readJsonText(json, 'message')));
  if (isMissing && readJsonField(json, 'status') === false) return { kind: 'not-seen' };
  const data = readJsonField(json, 'data');
  const word = readJsonText(data, 'status');
  if (status !== 200 || word === '') return { kind: 'unknown', cause: String(status) };
  if (word === 'reversed') return { kind: 'reversed' };
  if ((of === 'transfer' ? FAILED : FAILED_CHARGE).has(word))
    return {
      kind: 'failure',
      reason: of === 'charge' ? 'PAYER_DECLINED' : (REASON_BY_STATUS[word] ?? 'OTHER'),
    };
  if (word !== 'success') return { kind: 'pending' };
  const [pesewas, fee] = [readJsonField(data, 'amount'), readJsonField(data, 'fees')];
  if (!Number.isSafeInteger(pesewas)) return { kind: 'unknown', cause: 'no amount' };
  const number = readJsonText(data, 'recipient', 'details', 'account_number');
  const lastFour = readJsonText(data, 'authorization', 'last4');
  return {
    kind: 'success',
    pesewas: Number(pesewas),
    currency: readJsonText(data, 'currency'),
    ...(of === 'transfer' && number !== '' ? { phoneNumber: `+233${number.slice(-9)}` } : {}),
    providerId: readJsonText(data, 'id') || readJsonText(data, 'transfer_code'),
    ...(of === 'charge' && Number.isSafeInteger(fee) ? { feeInPesewas: Number(fee) } : {}),
    ...(of === 'charge' && /^\d{4}$/.test(lastFour) ? { lastFour } : {}),
  };
}

type PaystackCall = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Response>;

interface PageSettings {
  baseUrl: string;
  email: string;
  currency: string;
}

/** A forged answer must not redirect the researcher elsewhere. */
function isPaystackUrl(url: string, baseUrl: string): boolean {
  const { protocol, hostname, username } = URL.parse(url) ?? {};
  const isPublic = protocol === 'https:' && username === '' && /(^|\.)paystack\.com$/.test(hostname ?? '');
  return isPublic || url.startsWith(`${baseUrl}/`);
}

/** Refunds have no reference of ours, so the merchant note contains it. */
function createPages(call: PaystackCall, { baseUrl, email, currency }: PageSettings): Pages {
  async function findRefund(reference: string, refundOf: string): Promise<QueryOutcome> {
    const answer = await call('GET', `/refund?transaction=${encodeURIComponent(refundOf)}&perPage=100`);
    if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
    const all = readJsonField(answer.json, 'data');
    if (answer.status !== 200 || !Array.isArray(all))
      return { kind: 'unknown', cause: String(answer.status) };
    const ours = all.find((one) => readJsonText(one, 'merchant_note') === reference);
    if (!ours) return { kind: 'not-seen' };
    const word = readJsonText(ours, 'status');
    if (word === 'failed') return { kind: 'failure', reason: 'OTHER' };
    if (word !== 'processed') return { kind: 'pending' };
    return {
      kind: 'success',
      pesewas: Number(readJsonField(ours, 'amount')),
      currency: readJsonText(ours, 'currency'),
      providerId: readJsonText(ours, 'id'),
      // Refunds are free, but the original fee is lost.
      feeInPesewas: 0,
    };
  }

  return {
    async open({ reference, pesewas, returnUrl }) {
      const answer = await call('POST', '/transaction/initialize', {
        amount: pesewas,
        email,
        currency,
        reference,
        channels: ['card', 'bank_transfer'],
        ...(returnUrl === undefined ? {} : { callback_url: returnUrl }),
      });
      const outcome = classifySend(answer);
      if (answer.kind !== 'answer' || outcome.kind !== 'accepted') return outcome;
      const url = readJsonText(answer.json, 'data', 'authorization_url');
      return isPaystackUrl(url, baseUrl)
        ? { kind: 'page', url }
        : { kind: 'unknown', cause: 'a page elsewhere' };
    },
    async refund({ reference, pesewas, refundOf }) {
      // Paystack would accept a second refund, and the database may have lost the first.
      const known = await findRefund(reference, refundOf);
      if (known.kind === 'unknown') return { kind: 'not-sent' };
      if (known.kind !== 'not-seen') return { kind: 'exists' };
      const body = { transaction: refundOf, amount: pesewas, currency, merchant_note: reference };
      return classifySend(await call('POST', '/refund', body));
    },
    queryRefund: findRefund,
  };
}

interface PaystackSettings {
  baseUrl: string;
  secretKey: string;
  /** Paystack sends receipts to this address, which each charge needs. */
  email: string;
  payoutFeeInPesewas: number;
}

/** Recipients call this `bank_code`, charges `provider`. */
const BANK_CODE = { MTN: 'MTN', TELECEL: 'VOD', AIRTEL_TIGO: 'ATL' } as const satisfies Record<
  Network,
  string
>;
const CURRENCY = 'GHS';
const REMEMBERED_HOURS = 24;
/** The payer creates a voucher code first (Telecel). */
const ASKS_FOR_CODE = 'send_otp';

const toNationalNumber = (phoneNumber: string) => `0${phoneNumber.slice(-9)}`;
const plainName = (name: string) => foldCharacters(name).replaceAll(/[^A-Za-z0-9 -]/g, '') || 'Participant';

export function createPaystack(settings: PaystackSettings): PaymentProvider {
  const call = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> =>
    sendRequest({
      method,
      url: `${settings.baseUrl}${path}`,
      headers: { authorization: `Bearer ${settings.secretKey}` },
      ...(body === undefined ? {} : { body }),
    });

  const resolve = ({ phoneNumber, network }: Wallet) =>
    call(
      'GET',
      `/bank/resolve?account_number=${toNationalNumber(phoneNumber)}&bank_code=${BANK_CODE[network]}`,
    );

  return {
    name: 'paystack',
    networks: ['MTN', 'TELECEL', 'AIRTEL_TIGO'],
    currency: CURRENCY,
    payoutFeeInPesewas: settings.payoutFeeInPesewas,
    resendWithinHours: REMEMBERED_HOURS,
    async prompt({ reference, pesewas, wallet }) {
      const answer = await call('POST', '/charge', {
        amount: pesewas,
        email: settings.email,
        currency: CURRENCY,
        reference,
        mobile_money: {
          phone: toNationalNumber(wallet.phoneNumber),
          provider: BANK_CODE[wallet.network].toLowerCase(),
        },
      });
      const outcome = classifySend(answer);
      const asksForCode =
        answer.kind === 'answer' && readJsonText(answer.json, 'data', 'status') === ASKS_FOR_CODE;
      return outcome.kind === 'accepted' && asksForCode ? { kind: 'code' } : outcome;
    },
    async submitCode(reference, code) {
      const answer = await call('POST', '/charge/submit_otp', { otp: code, reference });
      if (answer.kind !== 'answer') return 'unknown';
      const word = readJsonText(answer.json, 'data', 'status');
      const isTaken = readJsonField(answer.json, 'status');
      if (isTaken === true) return word === 'failed' || word === ASKS_FOR_CODE ? 'wrong' : 'taken';
      return isTaken === false && answer.status === 400 ? 'wrong' : 'unknown';
    },
    queryPrompt: async (reference) =>
      classifyQuery(await call('GET', `/transaction/verify/${reference}`), 'charge'),
    async send({ reference, pesewas, wallet, note }) {
      const made = await call('POST', '/transferrecipient', {
        type: 'mobile_money',
        name: plainName(wallet.name),
        account_number: toNationalNumber(wallet.phoneNumber),
        bank_code: BANK_CODE[wallet.network],
        currency: CURRENCY,
      });
      const recipient = made.kind === 'answer' ? readJsonText(made.json, 'data', 'recipient_code') : '';
      if (recipient === '') {
        const outcome = classifySend(made);
        return outcome.kind === 'refused' ? outcome : { kind: 'not-sent' };
      }
      const body = {
        source: 'balance',
        amount: pesewas,
        recipient,
        reference,
        currency: CURRENCY,
        reason: note,
      };
      return classifySend(await call('POST', '/transfer', body));
    },
    query: async (reference) => classifyQuery(await call('GET', `/transfer/verify/${reference}`), 'transfer'),
    async lookUp(wallet) {
      const answer = await resolve(wallet);
      if (answer.kind !== 'answer' || answer.status >= 500) return { kind: 'unavailable' };
      if (answer.status === 401) return { kind: 'refused' };
      // Paystack does not document whether it knows wallets, so a missing one is no refusal.
      return { kind: 'active' };
    },
    async readName(wallet) {
      const answer = await resolve(wallet);
      return (answer.kind === 'answer' && readJsonText(answer.json, 'data', 'account_name')) || undefined;
    },
    pages: createPages(call, { ...settings, currency: CURRENCY }),
    async balance() {
      const answer = await call('GET', '/balance');
      const all = answer.kind === 'answer' ? readJsonField(answer.json, 'data') : undefined;
      const ours = Array.isArray(all)
        ? all.find((one) => readJsonText(one, 'currency') === CURRENCY)
        : undefined;
      const pesewas = readJsonField(ours, 'balance');
      return {
        pesewas: Number.isSafeInteger(pesewas) ? Number(pesewas) : undefined,
        said: describeResponse(answer),
      };
    },
    readCallback(body, headers) {
      const right = createHmac('sha512', settings.secretKey).update(body).digest();
      const given = Buffer.from(String(headers['x-paystack-signature'] ?? ''), 'hex');
      if (given.length !== right.length || !timingSafeEqual(given, right)) return { authenticity: 'forged' };
      const data = readJsonField(parseJson(body.toString()), 'data');
      // A refund names its payment.
      const reference = readJsonText(data, 'reference') || readJsonText(data, 'transaction_reference');
      return { authenticity: 'signed', ...(reference === '' ? {} : { reference }) };
    },
  };
}
