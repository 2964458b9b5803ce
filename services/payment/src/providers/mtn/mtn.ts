import { parseJson } from '@app/kit/parse-json.ts';
import { fromCedis, toCedis } from '../amount.ts';
import { type Clock, REAL, createPace } from '../pace.ts';
import type { Order, PaymentProvider, SendOutcome } from '../provider.ts';
import { type Response, ask, fieldOf, textOf } from '@app/kit/ask-once.ts';
import { classifyQuery, classifySend } from './classify.ts';
import { type MtnSettings, keyOf } from './settings.ts';
import { type Product, createTokens } from './token.ts';

const REMEMBERED_HOURS = 24;
/** Of questions; half of what MTN allows, so that two nodes may ask. */
const QUESTIONS_PER_SECOND = 5;

/** MTN's MoMo Open API: collections (requesttopay) and disbursements (transfer). */
export function createMtn(settings: MtnSettings, clock: Clock = REAL): PaymentProvider {
  const tokens = createTokens(settings, clock.now);

  /** Without a token nothing is sent, so that failing to get one is never an unknown outcome. */
  async function call(
    product: Product,
    given: { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: unknown },
  ): Promise<Response> {
    const { method, path, headers = {}, body } = given;
    const found = await tokens.read(product);
    if ('none' in found) {
      const isRefused = found.none.kind === 'answer' && [401, 403].includes(found.none.status);
      return isRefused ? found.none : { kind: 'not-sent', cause: 'no token' };
    }
    return ask({
      method,
      url: `${settings.baseUrl}/${product}/v1_0/${path}`,
      headers: {
        authorization: `Bearer ${found.token}`,
        'ocp-apim-subscription-key': keyOf(settings, product),
        'x-target-environment': settings.environment,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
  }

  /** A token may end under way: then the same goes once more under a new one, which is the same reference. */
  async function withFreshToken(product: Product, given: Parameters<typeof call>[1]): Promise<Response> {
    const answer = await call(product, given);
    if (answer.kind !== 'answer' || answer.status !== 401) return answer;
    tokens.forget(product);
    return call(product, given);
  }

  async function move(
    product: Product,
    path: string,
    party: 'payee' | 'payer',
    order: Order,
  ): Promise<SendOutcome> {
    const { reference, pesewas, wallet, note } = order;
    const answer = await withFreshToken(product, {
      method: 'POST',
      path,
      headers: {
        'x-reference-id': reference,
        ...(settings.callbackUrl === undefined ? {} : { 'x-callback-url': settings.callbackUrl }),
      },
      body: {
        amount: toCedis(pesewas),
        currency: settings.currency,
        // What a callback names, which does not carry the reference otherwise.
        externalId: reference,
        [party]: { partyIdType: 'MSISDN', partyId: wallet.phoneNumber.slice(1) },
        payerMessage: note,
        payeeNote: note,
      },
    });
    return classifySend(answer);
  }

  const pace = createPace(QUESTIONS_PER_SECOND, clock);
  const read = async (product: Product, path: string) => {
    await pace();
    return withFreshToken(product, { method: 'GET', path });
  };

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
      // Another 404 is about the address, as of a gateway in between.
      if (answer.status === 404 && textOf(answer.json, 'code') === 'RESOURCE_NOT_FOUND')
        return { kind: 'not-registered' };
      const isActive = fieldOf(answer.json, 'result');
      if (answer.status !== 200 || typeof isActive !== 'boolean') return { kind: 'unavailable' };
      return { kind: isActive ? 'active' : 'not-registered' };
    },
    async readName({ phoneNumber }) {
      const answer = await read('disbursement', `accountholder/msisdn/${phoneNumber.slice(1)}/basicuserinfo`);
      if (answer.kind !== 'answer' || answer.status !== 200) return undefined;
      // All else that it says of a person is not ours to know.
      const parts = [textOf(answer.json, 'given_name'), textOf(answer.json, 'family_name')];
      return parts.filter((part) => part !== '').join(' ') || undefined;
    },
    async balance() {
      const answer = await read('disbursement', 'account/balance');
      return answer.kind === 'answer' ? fromCedis(fieldOf(answer.json, 'availableBalance')) : undefined;
    },
    readCallback(body) {
      const reference = textOf(parseJson(body.toString()), 'externalId');
      return { authenticity: 'unsigned', ...(reference === '' ? {} : { reference }) };
    },
  };
}
