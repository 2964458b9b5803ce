import { type Response, sendRequest, readJsonText } from '@app/kit/http-request.ts';
import {
  type TextSendOutcome,
  type Report,
  type TextGateway,
  accountFaultFromStatus,
} from '../text-gateway.ts';

/** The subcodes of a refusal, from hubtel.readme.io/reference/response-code. */
const REFUSAL_BY_SUBCODE = new Map<string, TextSendOutcome>([
  ['1', { kind: 'refused', reason: 'NUMBER' }],
  ['2', { kind: 'refused', reason: 'SENDER' }],
  ['3', { kind: 'refused', reason: 'TEXT' }],
  ['4', { kind: 'refused', reason: 'NUMBER' }],
  ['6', { kind: 'refused', reason: 'TEXT' }],
  ['12', { kind: 'account', fault: 'CREDIT' }],
]);

/**
 * Not sent by GET, because the secret would be in the URL. Hubtel sends no reports, so we poll for the state.
 */
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
      return parseSendReply(
        await sendRequest({ method: 'POST', url: `${baseUrl}/v1/messages/send`, headers, body }),
      );
    },
    async pollDeliveryState(gatewayId) {
      const url = `${baseUrl}/v1/messages/${encodeURIComponent(gatewayId)}`;
      const answer = await sendRequest({ method: 'GET', url, headers });
      const status =
        answer.kind === 'answer' && answer.status === 200 ? readTextInEitherCase(answer.json, 'status') : '';
      return REPORT_STATES.get(status.toLowerCase());
    },
  };
}

/** Only these words end a delivery. */
const REPORT_STATES = new Map<string, Report['state']>([
  ['delivered', 'DELIVERED'],
  ['undeliverable', 'FAILED'],
  ['rejected', 'FAILED'],
  ['expired', 'FAILED'],
]);

const readTextInEitherCase = (json: unknown, name: string) =>
  readJsonText(json, name) || readJsonText(json, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);

function parseSendReply(answer: Response): TextSendOutcome {
  if (answer.kind !== 'answer') return { kind: answer.kind === 'lost' ? 'unknown' : 'not-sent' };
  const { status, json } = answer;
  const subcode = readTextInEitherCase(json, 'status');
  if (status === 201 && subcode === '0') {
    const id = readTextInEitherCase(json, 'messageId');
    return { kind: 'accepted', gatewayId: id === '' ? undefined : id };
  }
  const fault = accountFaultFromStatus(status);
  if (fault) return fault;
  if (subcode === '') return { kind: 'unknown' };
  if (status === 400) return REFUSAL_BY_SUBCODE.get(subcode) ?? { kind: 'unknown' };
  if (status === 402) return { kind: 'account', fault: 'CREDIT' };
  return { kind: status === 429 ? 'not-sent' : 'unknown' };
}
