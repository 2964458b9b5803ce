import { createHmac, timingSafeEqual } from 'node:crypto';
import { plainLetters } from '@app/kit/match-text.ts';
import { parseJson } from '@app/kit/parse-json.ts';
import type { Network, PaymentProvider, Wallet, Pages, QueryOutcome } from '../../provider.ts';
import { type Response, ask, briefly, fieldOf, textOf } from '@app/kit/ask-once.ts';
import { classifyQuery, classifySend } from './classify.ts';

type Call = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Response>;

interface PageSettings {
  baseUrl: string;
  email: string;
  currency: string;
}

/** No answer leads a researcher anywhere else, no matter who gave it. */
function isOfPaystack(url: string, baseUrl: string): boolean {
  const { protocol, hostname, username } = URL.parse(url) ?? {};
  const isPublic = protocol === 'https:' && username === '' && /(^|\.)paystack\.com$/.test(hostname ?? '');
  return isPublic || url.startsWith(`${baseUrl}/`);
}

/** Paystack's checkout, and its refunds. These have no reference of ours, so it stands in the note that is ours to write. */
function createPages(call: Call, { baseUrl, email, currency }: PageSettings): Pages {
  async function findRefund(reference: string, refundOf: string): Promise<QueryOutcome> {
    const answer = await call('GET', `/refund?transaction=${encodeURIComponent(refundOf)}&perPage=100`);
    if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
    const all = fieldOf(answer.json, 'data');
    if (answer.status !== 200 || !Array.isArray(all))
      return { kind: 'unknown', cause: String(answer.status) };
    const ours = all.find((one) => textOf(one, 'merchant_note') === reference);
    if (!ours) return { kind: 'not-seen' };
    const word = textOf(ours, 'status');
    if (word === 'failed') return { kind: 'failure', reason: 'OTHER' };
    if (word !== 'processed') return { kind: 'pending' };
    return {
      kind: 'success',
      pesewas: Number(fieldOf(ours, 'amount')),
      currency: textOf(ours, 'currency'),
      providerId: textOf(ours, 'id'),
      // What paying in has cost is not given back, and giving back costs nothing.
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
      const url = textOf(answer.json, 'data', 'authorization_url');
      return isOfPaystack(url, baseUrl)
        ? { kind: 'page', url }
        : { kind: 'unknown', cause: 'a page elsewhere' };
    },
    async refund({ reference, pesewas, refundOf }) {
      // A second one would be taken, so it is looked for first: the database may have forgotten that it asked.
      const known = await findRefund(reference, refundOf);
      if (known.kind === 'unknown') return { kind: 'not-sent' };
      if (known.kind !== 'not-seen') return { kind: 'exists' };
      const body = { transaction: refundOf, amount: pesewas, currency, merchant_note: reference };
      return classifySend(await call('POST', '/refund', body));
    },
    queryRefund: findRefund,
  };
}

export interface PaystackSettings {
  baseUrl: string;
  secretKey: string;
  /** Where Paystack writes its receipts to; a charge must name an address. */
  email: string;
  payoutFeeInPesewas: number;
}

/** The network's names at Paystack: `bank_code` of a recipient, and `provider` of a charge. */
const BANK_CODE = { MTN: 'MTN', TELECEL: 'VOD', AIRTEL_TIGO: 'ATL' } as const satisfies Record<
  Network,
  string
>;
const CURRENCY = 'GHS';
const REMEMBERED_HOURS = 24;
/** Of a charge whose payer makes a voucher first, as Telecel's do. */
const ASKS_FOR_CODE = 'send_otp';

/** As it is dialled in Ghana: `0241234567`. */
const national = (phoneNumber: string) => `0${phoneNumber.slice(-9)}`;
const plain = (name: string) => plainLetters(name).replaceAll(/[^A-Za-z0-9 -]/g, '') || 'Participant';

export function createPaystack(settings: PaystackSettings): PaymentProvider {
  const call = (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> =>
    ask({
      method,
      url: `${settings.baseUrl}${path}`,
      headers: { authorization: `Bearer ${settings.secretKey}` },
      ...(body === undefined ? {} : { body }),
    });

  const resolve = ({ phoneNumber, network }: Wallet) =>
    call('GET', `/bank/resolve?account_number=${national(phoneNumber)}&bank_code=${BANK_CODE[network]}`);

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
          phone: national(wallet.phoneNumber),
          provider: BANK_CODE[wallet.network].toLowerCase(),
        },
      });
      const outcome = classifySend(answer);
      const asksForCode = answer.kind === 'answer' && textOf(answer.json, 'data', 'status') === ASKS_FOR_CODE;
      return outcome.kind === 'accepted' && asksForCode ? { kind: 'code' } : outcome;
    },
    async submitCode(reference, code) {
      const answer = await call('POST', '/charge/submit_otp', { otp: code, reference });
      if (answer.kind !== 'answer') return 'unknown';
      const word = textOf(answer.json, 'data', 'status');
      const isTaken = fieldOf(answer.json, 'status');
      if (isTaken === true) return word === 'failed' || word === ASKS_FOR_CODE ? 'wrong' : 'taken';
      return isTaken === false && answer.status === 400 ? 'wrong' : 'unknown';
    },
    queryPrompt: async (reference) =>
      classifyQuery(await call('GET', `/transaction/verify/${reference}`), 'charge'),
    async send({ reference, pesewas, wallet, note }) {
      const made = await call('POST', '/transferrecipient', {
        type: 'mobile_money',
        name: plain(wallet.name),
        account_number: national(wallet.phoneNumber),
        bank_code: BANK_CODE[wallet.network],
        currency: CURRENCY,
      });
      const recipient = made.kind === 'answer' ? textOf(made.json, 'data', 'recipient_code') : '';
      if (recipient === '') {
        // Nothing has moved before there is somebody to whom.
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
      // Its documents do not say whether it knows wallets: not finding one refuses nobody.
      return { kind: 'active' };
    },
    async readName(wallet) {
      const answer = await resolve(wallet);
      return (answer.kind === 'answer' && textOf(answer.json, 'data', 'account_name')) || undefined;
    },
    pages: createPages(call, { ...settings, currency: CURRENCY }),
    async balance() {
      const answer = await call('GET', '/balance');
      const all = answer.kind === 'answer' ? fieldOf(answer.json, 'data') : undefined;
      const ours = Array.isArray(all) ? all.find((one) => textOf(one, 'currency') === CURRENCY) : undefined;
      const pesewas = fieldOf(ours, 'balance');
      return {
        pesewas: Number.isSafeInteger(pesewas) ? Number(pesewas) : undefined,
        said: briefly(answer),
      };
    },
    readCallback(body, headers) {
      const right = createHmac('sha512', settings.secretKey).update(body).digest();
      const given = Buffer.from(String(headers['x-paystack-signature'] ?? ''), 'hex');
      if (given.length !== right.length || !timingSafeEqual(given, right)) return { authenticity: 'forged' };
      const data = fieldOf(parseJson(body.toString()), 'data');
      // Of a refund it names the payment.
      const reference = textOf(data, 'reference') || textOf(data, 'transaction_reference');
      return { authenticity: 'signed', ...(reference === '' ? {} : { reference }) };
    },
  };
}
