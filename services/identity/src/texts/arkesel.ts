import { type Response, sendRequest, readJsonField, readJsonText } from '@app/kit/http-request.ts';
import {
  type TextSendOutcome,
  type Report,
  type TextGateway,
  accountFaultFromStatus,
} from '../text-gateway.ts';

/**
 * In API version 2 (developers.arkesel.com), Arkesel reports a delivery with a GET request to an address that
 * we send with the text.
 */
export function createArkesel(settings: {
  baseUrl: string | undefined;
  key: string;
  sender: string;
}): TextGateway {
  const { baseUrl = 'https://sms.arkesel.com', key, sender } = settings;
  const headers = { 'api-key': key };
  return {
    name: 'ARKESEL',
    async send({ to, text, reportUrl }) {
      const body = { sender, message: text, recipients: [to.slice(1)], callback_url: reportUrl };
      return parseSendReply(
        await sendRequest({ method: 'POST', url: `${baseUrl}/api/v2/sms/send`, headers, body }),
      );
    },
    readReport({ sms_id: gatewayId = '', status = '' }) {
      return gatewayId === '' ? undefined : { gatewayId, state: REPORT_STATES.get(status) };
    },
    async readBalance() {
      const url = `${baseUrl}/api/v2/clients/balance-details`;
      const answer = await sendRequest({ method: 'GET', url, headers });
      const balance = answer.kind === 'answer' ? readJsonText(answer.json, 'data', 'sms_balance') : '';
      return /^\d+$/.test(balance) ? Number(balance) : undefined;
    },
  };
}

/** Only these words end a delivery. */
const REPORT_STATES = new Map<string, Report['state']>([
  ['DELIVERED', 'DELIVERED'],
  ['NOT_DELIVERED', 'FAILED'],
  ['EXPIRED', 'FAILED'],
  ['PROHIBITED', 'FAILED'],
]);

function parseSendReply(answer: Response): TextSendOutcome {
  if (answer.kind !== 'answer') return { kind: answer.kind === 'lost' ? 'unknown' : 'not-sent' };
  const { status, json } = answer;
  if (status === 200 && readJsonText(json, 'status') === 'success')
    return parseAcceptedReply(readJsonField(json, 'data'));
  const fault = accountFaultFromStatus(status);
  if (fault) return fault;
  const message = readJsonText(json, 'message');
  // If there is no message, the answer may come from a proxy.
  if (message === '' || status >= 500) return { kind: 'unknown' };
  if (status === 402) return { kind: 'account', fault: 'CREDIT' };
  if (status === 429) return { kind: 'not-sent' };
  if (status !== 422) return { kind: 'unknown' };
  return /sender/i.test(message)
    ? { kind: 'refused', reason: 'SENDER' }
    : { kind: 'refused', reason: /recipient|number/i.test(message) ? 'NUMBER' : 'TEXT' };
}

/** The request has one number. It was accepted unless the answer lists it as invalid. */
function parseAcceptedReply(data: unknown): TextSendOutcome {
  const entries: unknown[] = Array.isArray(data) ? data : [];
  const invalid = entries.flatMap((entry) => readJsonField(entry, 'invalid numbers') ?? []);
  if (invalid.length > 0) return { kind: 'refused', reason: 'NUMBER' };
  const id = entries.map((entry) => readJsonText(entry, 'id')).find((one) => one !== '');
  return { kind: 'accepted', gatewayId: id };
}
