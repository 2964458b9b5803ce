import {
  type Response,
  readJsonField,
  readJsonText,
  sendRequest,
  describeResponse,
} from '@app/kit/http-request.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { replaceAccents } from '@app/kit/match-text.ts';
import { parseJson } from '@app/kit/parse-json.ts';
import type { CallbackHint, QueryOutcome, Network, PaymentProvider, Wallet, Pages } from '../provider.ts';
import { classifyQuery, classifySend } from './paystack-responses.ts';

const CURRENCY = 'GHS';

type PaystackCall = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Response>;

interface PageSettings {
  baseUrl: string;
  email: string;
}

/** Checks the host, so that a forged answer cannot send the researcher to another site. */
function isPaystackUrl(url: string, baseUrl: string): boolean {
  const { protocol, hostname, username } = URL.parse(url) ?? {};
  const isPublic = protocol === 'https:' && username === '' && /(^|\.)paystack\.com$/.test(hostname ?? '');
  return isPublic || url.startsWith(`${baseUrl}/`);
}

/** A refund cannot have our reference, so we put it into the merchant note. */
function createPages(call: PaystackCall, { baseUrl, email }: PageSettings): Pages {
  async function findRefund(reference: string, refundOf: string): Promise<QueryOutcome> {
    const answer = await call('GET', `/refund?transaction=${encodeURIComponent(refundOf)}&perPage=100`);
    if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
    const all = readJsonField(answer.json, 'data');
    if (answer.status !== 200 || !Array.isArray(all))
      return { kind: 'unknown', cause: String(answer.status) };
    const ours = all.find((one) => readJsonText(one, 'merchant_note') === reference);
    if (!ours) return { kind: 'not-seen' };
    const reportedStatus = readJsonText(ours, 'status');
    if (reportedStatus === 'failed') return { kind: 'failure', reason: 'OTHER' };
    if (reportedStatus !== 'processed') return { kind: 'pending' };
    return {
      kind: 'success',
      pesewas: Number(readJsonField(ours, 'amount')),
      currency: readJsonText(ours, 'currency'),
      providerId: readJsonText(ours, 'id'),
      // Paystack takes no fee for a refund. It does not return the fee of the payment.
      feeInPesewas: 0,
    };
  }

  return {
    async open({ reference, pesewas, returnUrl }) {
      const answer = await call('POST', '/transaction/initialize', {
        amount: pesewas,
        email,
        currency: CURRENCY,
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
      // Paystack would accept a second refund. The first one may be missing in our database, so it is
      // searched at Paystack.
      const known = await findRefund(reference, refundOf);
      if (known.kind === 'unknown') return { kind: 'not-sent' };
      if (known.kind !== 'not-seen') return { kind: 'exists' };
      const body = { transaction: refundOf, amount: pesewas, currency: CURRENCY, merchant_note: reference };
      return classifySend(await call('POST', '/refund', body));
    },
    queryRefund: findRefund,
  };
}

interface PaystackSettings {
  baseUrl: string;
  secretKey: string;
  /** Paystack sends the receipts of all charges to this address. */
  email: string;
  payoutFeeInPesewas: number;
}

/** The code is named `bank_code` for recipients and `provider` for charges. */
const BANK_CODE = { MTN: 'MTN', TELECEL: 'VOD', AIRTEL_TIGO: 'ATL' } as const satisfies Record<
  Network,
  string
>;
const REMEMBERED_HOURS = 24;
/** The payer must create a voucher code first (Telecel). */
const ASKS_FOR_CODE = 'send_otp';

const toNationalNumber = (phoneNumber: string) => `0${phoneNumber.slice(-9)}`;
const plainName = (name: string) => replaceAccents(name).replaceAll(/[^A-Za-z0-9 -]/g, '') || 'Participant';

function createPrompts(
  call: PaystackCall,
  email: string,
): Pick<Required<PaymentProvider>, 'prompt' | 'submitCode' | 'queryPrompt'> {
  return {
    async prompt({ reference, pesewas, wallet }) {
      const answer = await call('POST', '/charge', {
        amount: pesewas,
        email,
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
      const reportedStatus = readJsonText(answer.json, 'data', 'status');
      const isTaken = readJsonField(answer.json, 'status');
      if (isTaken === true)
        return reportedStatus === 'failed' || reportedStatus === ASKS_FOR_CODE ? 'wrong' : 'taken';
      return isTaken === false && answer.status === 400 ? 'wrong' : 'unknown';
    },
    queryPrompt: async (reference) =>
      classifyQuery(await call('GET', `/transaction/verify/${reference}`), 'charge'),
  };
}

function createTransfers(
  call: PaystackCall,
): Pick<PaymentProvider, 'send' | 'query' | 'lookUp' | 'readName'> {
  const resolve = ({ phoneNumber, network }: Wallet) =>
    call(
      'GET',
      `/bank/resolve?account_number=${toNationalNumber(phoneNumber)}&bank_code=${BANK_CODE[network]}`,
    );

  return {
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
      // Paystack's documentation does not say whether it knows a wallet, so all count as active.
      return { kind: 'active' };
    },
    async readName(wallet) {
      const answer = await resolve(wallet);
      return (answer.kind === 'answer' && readJsonText(answer.json, 'data', 'account_name')) || undefined;
    },
  };
}

function readCallback(
  secretKey: string,
  ...[body, headers]: Parameters<PaymentProvider['readCallback']>
): CallbackHint {
  const right = createHmac('sha512', secretKey).update(body).digest();
  const given = Buffer.from(String(headers['x-paystack-signature'] ?? ''), 'hex');
  if (given.length !== right.length || !timingSafeEqual(given, right)) return { authenticity: 'forged' };
  const data = readJsonField(parseJson(body.toString()), 'data');
  // Paystack's answer about a refund identifies the payment.
  const reference = readJsonText(data, 'reference') || readJsonText(data, 'transaction_reference');
  return { authenticity: 'signed', ...(reference === '' ? {} : { reference }) };
}

export function createPaystack(settings: PaystackSettings): PaymentProvider {
  const call = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> =>
    sendRequest({
      method,
      url: `${settings.baseUrl}${path}`,
      headers: { authorization: `Bearer ${settings.secretKey}` },
      ...(body === undefined ? {} : { body }),
    });

  return {
    name: 'paystack',
    networks: ['MTN', 'TELECEL', 'AIRTEL_TIGO'],
    currency: CURRENCY,
    payoutFeeInPesewas: settings.payoutFeeInPesewas,
    resendWithinHours: REMEMBERED_HOURS,
    ...createPrompts(call, settings.email),
    ...createTransfers(call),
    pages: createPages(call, settings),
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
    readCallback: (body, headers) => readCallback(settings.secretKey, body, headers),
  };
}
