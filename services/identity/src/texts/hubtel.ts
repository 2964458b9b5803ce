import { type Response, ask, textOf } from '@app/kit/ask-once.ts';
import { type Fate, type Report, type TextGateway, accountFaultOf } from '../text-gateway.ts';

/** The subcodes are listed at hubtel.readme.io/reference/response-code. */
const REFUSED = new Map<string, Fate>([
  ['1', { kind: 'refused', reason: 'NUMBER' }],
  ['2', { kind: 'refused', reason: 'SENDER' }],
  ['3', { kind: 'refused', reason: 'TEXT' }],
  ['4', { kind: 'refused', reason: 'NUMBER' }],
  ['6', { kind: 'refused', reason: 'TEXT' }],
  ['12', { kind: 'account', fault: 'CREDIT' }],
]);

/** GET would put the secret into the URL. Hubtel sends no reports, so it is polled. */
export function createHubtel(settings: {
  baseUrl: string | undefined;
  user: string;
  key: string;
  sender: string;
}): TextGateway {
  const { baseUrl = 'https://sms.hubtel.com', user, key, sender } = settings;
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}` };
  return {
    name: 'HUBTEL',
    async send({ to, text }) {
      const body = { From: sender, To: to.slice(1), Content: text };
      return fateOf(await ask({ method: 'POST', url: `${baseUrl}/v1/messages/send`, headers, body }));
    },
    async askFate(gatewayId) {
      const url = `${baseUrl}/v1/messages/${encodeURIComponent(gatewayId)}`;
      const answer = await ask({ method: 'GET', url, headers });
      const word = answer.kind === 'answer' && answer.status === 200 ? eitherOf(answer.json, 'status') : '';
      return STATES.get(word.toLowerCase());
    },
  };
}

/** Other words are not final. */
const STATES = new Map<string, Report['state']>([
  ['delivered', 'DELIVERED'],
  ['undeliverable', 'FAILED'],
  ['rejected', 'FAILED'],
  ['expired', 'FAILED'],
]);

/** Hubtel's documentation writes fields in both cases. */
const eitherOf = (json: unknown, name: string) =>
  textOf(json, name) || textOf(json, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);

function fateOf(answer: Response): Fate {
  if (answer.kind !== 'answer') return { kind: answer.kind === 'lost' ? 'unknown' : 'not-sent' };
  const { status, json } = answer;
  const subcode = eitherOf(json, 'status');
  if (status === 201 && subcode === '0') {
    const id = eitherOf(json, 'messageId');
    return { kind: 'accepted', gatewayId: id === '' ? undefined : id };
  }
  const fault = accountFaultOf(status);
  if (fault) return fault;
  if (subcode === '') return { kind: 'unknown' };
  if (status === 400) return REFUSED.get(subcode) ?? { kind: 'unknown' };
  if (status === 402) return { kind: 'account', fault: 'CREDIT' };
  return { kind: status === 429 ? 'not-sent' : 'unknown' };
}
