import { setTimeout } from 'node:timers/promises';
import { parseJson } from '@app/kit/parse-json.ts';
import {
  type Response,
  sendRequest,
  describeResponse,
  readJsonField,
  readJsonText,
} from '@app/kit/http-request.ts';
import { MINUTE_MS } from '@app/contracts/durations.ts';
import {
  type Order,
  type PaymentProvider,
  type SendOutcome,
  type QueryOutcome,
  type Reason,
  fromCedis,
  toCedis,
} from '../provider.ts';

export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

export const REAL: Clock = { now: Date.now, wait: (ms) => setTimeout(ms) };

export function createRateLimiter(perSecond: number, { now, wait }: Clock = REAL): () => Promise<void> {
  const gap = 1000 / perSecond;
  let free = Number.NEGATIVE_INFINITY;
  return async () => {
    const [requestedAt, slot] = [now(), Math.max(now(), free)];
    free = slot + gap;
    if (slot > requestedAt) await wait(slot - requestedAt);
  };
}

interface MtnSettings {
  baseUrl: string;
  collectionKey: string;
  disbursementKey: string;
  userId: string;
  userSecret: string;
  environment: string;
  currency: string;
  /** MTN requires https, and the host that is registered with it. */
  callbackUrl: string | undefined;
  payoutFeeInPesewas: number;
}

const subscriptionKey = (settings: MtnSettings, product: 'collection' | 'disbursement') =>
  product === 'collection' ? settings.collectionKey : settings.disbursementKey;

type Product = 'collection' | 'disbursement';

/** MTN asks its partners to renew tokens before they expire. */
const TOKEN_RENEWAL_MS = 10 * MINUTE_MS;

function createTokens(settings: MtnSettings, now: () => number) {
  const known = new Map<Product, { token: string; until: number }>();
  return {
    delete: (product: Product) => void known.delete(product),
    async read(product: Product): Promise<{ token: string } | { none: Response }> {
      const last = known.get(product);
      if (last && last.until > now()) return last;
      const basic = Buffer.from(`${settings.userId}:${settings.userSecret}`).toString('base64');
      const answer = await sendRequest({
        method: 'POST',
        url: `${settings.baseUrl}/${product}/token/`,
        headers: {
          authorization: `Basic ${basic}`,
          'ocp-apim-subscription-key': subscriptionKey(settings, product),
        },
      });
      const token =
        answer.kind === 'answer' && answer.status === 200 ? readJsonText(answer.json, 'access_token') : '';
      if (token === '' || answer.kind !== 'answer') return { none: answer };
      const lives = Number(readJsonField(answer.json, 'expires_in')) || 0;
      known.set(product, { token, until: now() + Math.max(0, lives * 1000 - TOKEN_RENEWAL_MS) });
      return { token };
    },
  };
}

/** After status 500, only these codes prove that no money moved. */
const CONFIG_CODES: ReadonlySet<string> = new Set([
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
]);

function classifySend(answer: Response): SendOutcome {
  if (answer.kind === 'not-sent') return { kind: 'not-sent' };
  if (answer.kind === 'lost') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  if (status >= 200 && status < 300) return { kind: 'accepted' };
  // If the answer has no JSON object, it comes from a proxy.
  if (typeof json !== 'object' || json === null) return { kind: 'unknown', cause: `${status} without JSON` };
  const code = readJsonText(json, 'code');
  if (status === 409) return { kind: 'exists' };
  if (status === 400) return { kind: 'refused', reason: 'REQUEST_INVALID' };
  if (status === 401 || status === 403) return { kind: 'refused', reason: 'CONFIG' };
  // If MTN itself refuses too many calls, the body repeats the status.
  if (status === 429 && readJsonField(json, 'statusCode') === 429) return { kind: 'not-sent' };
  if (status === 500 && CONFIG_CODES.has(code)) return { kind: 'refused', reason: 'CONFIG' };
  return { kind: 'unknown', cause: `${status} ${code}` };
}

const REASONS: Partial<Record<string, Reason>> = {
  PAYEE_NOT_FOUND: 'PAYEE_NOT_REGISTERED',
  PAYEE_NOT_ALLOWED_TO_RECEIVE: 'PAYEE_LIMIT',
  NOT_ENOUGH_FUNDS: 'OUR_FLOAT_LOW',
  SENDER_ACCOUNT_NOT_ACTIVE: 'OUR_ACCOUNT_BLOCKED',
  NOT_ALLOWED: 'CONFIG',
  PAYER_NOT_FOUND: 'PAYEE_NOT_REGISTERED',
  PAYER_LIMIT_REACHED: 'PAYER_FUNDS',
  APPROVAL_REJECTED: 'PAYER_DECLINED',
  TRANSACTION_CANCELED: 'PAYER_DECLINED',
  EXPIRED: 'PAYER_EXPIRED',
  PAYMENT_NOT_APPROVED: 'PAYER_EXPIRED',
  COULD_NOT_PERFORM_TRANSACTION: 'PAYER_EXPIRED',
};

/** If the payer has this reason, it is about the payer's wallet and not about our own balance. */
const PAYER_REASONS: typeof REASONS = { ...REASONS, NOT_ENOUGH_FUNDS: 'PAYER_FUNDS' };

/** Only documented values of the status end a payment. */
function classifyQuery(answer: Response, party: 'payee' | 'payer'): QueryOutcome {
  if (answer.kind !== 'answer') return { kind: 'unknown', cause: answer.cause };
  const { status, json } = answer;
  if (status === 404 && readJsonText(json, 'code') === 'RESOURCE_NOT_FOUND') return { kind: 'not-seen' };
  if (status !== 200) return { kind: 'unknown', cause: String(status) };
  const word = readJsonText(json, 'status');
  if (word === 'SUCCESSFUL') {
    const pesewas = fromCedis(readJsonField(json, 'amount'));
    if (pesewas === undefined) return { kind: 'unknown', cause: 'no amount' };
    const number = readJsonText(json, party, 'partyId');
    return {
      kind: 'success',
      pesewas,
      currency: readJsonText(json, 'currency'),
      ...(number === '' ? {} : { phoneNumber: `+${number}` }),
      providerId: readJsonText(json, 'financialTransactionId'),
    };
  }
  if (word === 'FAILED') {
    // MTN's releases send the reason in two different forms.
    const reason = readJsonText(json, 'reason', 'code') || readJsonText(json, 'reason');
    return { kind: 'failure', reason: (party === 'payee' ? REASONS : PAYER_REASONS)[reason] ?? 'OTHER' };
  }
  return word === '' ? { kind: 'unknown', cause: 'no status' } : { kind: 'pending' };
}

const REMEMBERED_HOURS = 24;
/** This is half of what MTN allows, so that two nodes can poll. */
const QUESTIONS_PER_SECOND = 5;

interface MtnRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Polls wait for the rate limit. Orders are sent at once. */
function createCalls(settings: MtnSettings, clock: Clock) {
  const tokens = createTokens(settings, clock.now);
  const pace = createRateLimiter(QUESTIONS_PER_SECOND, clock);

  /** If we have no token, nothing was sent, so the outcome is known. */
  async function call(product: Product, given: MtnRequest): Promise<Response> {
    const { method, path, headers = {}, body } = given;
    const found = await tokens.read(product);
    if ('none' in found) {
      const isRefused = found.none.kind === 'answer' && [401, 403].includes(found.none.status);
      return isRefused ? found.none : { kind: 'not-sent', cause: 'no token' };
    }
    return sendRequest({
      method,
      url: `${settings.baseUrl}/${product}/v1_0/${path}`,
      headers: {
        authorization: `Bearer ${found.token}`,
        'ocp-apim-subscription-key': subscriptionKey(settings, product),
        'x-target-environment': settings.environment,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** The call can safely be repeated with a new token, because the order has the same reference. */
  async function withFreshToken(product: Product, given: MtnRequest): Promise<Response> {
    const answer = await call(product, given);
    if (answer.kind !== 'answer' || answer.status !== 401) return answer;
    tokens.delete(product);
    return call(product, given);
  }

  return {
    post: (product: Product, given: Omit<MtnRequest, 'method'>) =>
      withFreshToken(product, { method: 'POST', ...given }),
    async read(product: Product, path: string) {
      await pace();
      return withFreshToken(product, { method: 'GET', path });
    },
  };
}

export function createMtn(settings: MtnSettings, clock: Clock = REAL): PaymentProvider {
  const { post, read } = createCalls(settings, clock);

  async function move(
    product: Product,
    path: string,
    party: 'payee' | 'payer',
    order: Order,
  ): Promise<SendOutcome> {
    const { reference, pesewas, wallet, note } = order;
    const answer = await post(product, {
      path,
      headers: {
        'x-reference-id': reference,
        ...(settings.callbackUrl === undefined ? {} : { 'x-callback-url': settings.callbackUrl }),
      },
      body: {
        amount: toCedis(pesewas),
        currency: settings.currency,
        // In callbacks, this field is the only one with our reference.
        externalId: reference,
        [party]: { partyIdType: 'MSISDN', partyId: wallet.phoneNumber.slice(1) },
        payerMessage: note,
        payeeNote: note,
      },
    });
    return classifySend(answer);
  }

  return {
    name: 'mtn',
    networks: ['MTN'],
    currency: settings.currency,
    payoutFeeInPesewas: settings.payoutFeeInPesewas,
    resendWithinHours: REMEMBERED_HOURS,
    prompt: (order) => move('collection', 'requesttopay', 'payer', order),
    queryPrompt: async (reference) =>
      classifyQuery(await read('collection', `requesttopay/${reference}`), 'payer'),
    send: (order) => move('disbursement', 'transfer', 'payee', order),
    query: async (reference) => classifyQuery(await read('disbursement', `transfer/${reference}`), 'payee'),
    async lookUp({ phoneNumber }) {
      const answer = await read('disbursement', `accountholder/msisdn/${phoneNumber.slice(1)}/active`);
      if (answer.kind !== 'answer') return { kind: 'unavailable' };
      if (answer.status === 401 || answer.status === 403) return { kind: 'refused' };
      // Any other 404 means that the address is wrong, not that the order is unknown.
      if (answer.status === 404 && readJsonText(answer.json, 'code') === 'RESOURCE_NOT_FOUND')
        return { kind: 'not-registered' };
      const isActive = readJsonField(answer.json, 'result');
      if (answer.status !== 200 || typeof isActive !== 'boolean') return { kind: 'unavailable' };
      return { kind: isActive ? 'active' : 'not-registered' };
    },
    async readName({ phoneNumber }) {
      const answer = await read('disbursement', `accountholder/msisdn/${phoneNumber.slice(1)}/basicuserinfo`);
      if (answer.kind !== 'answer' || answer.status !== 200) return undefined;
      const parts = [readJsonText(answer.json, 'given_name'), readJsonText(answer.json, 'family_name')];
      return parts.filter((part) => part !== '').join(' ') || undefined;
    },
    async balance() {
      const answer = await read('disbursement', 'account/balance');
      const pesewas =
        answer.kind === 'answer' ? fromCedis(readJsonField(answer.json, 'availableBalance')) : undefined;
      return { pesewas, said: describeResponse(answer) };
    },
    readCallback(body) {
      const reference = readJsonText(parseJson(body.toString()), 'externalId');
      return { authenticity: 'unsigned', ...(reference === '' ? {} : { reference }) };
    },
  };
}
