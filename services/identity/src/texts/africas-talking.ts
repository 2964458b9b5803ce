import { type Response, sendRequest, readJsonField, readJsonText } from '@app/kit/http-request.ts';
import {
  type TextSendOutcome,
  type Report,
  type TextGateway,
  OPT_OUT_UNITS,
  accountFaultFromStatus,
} from '../text-gateway.ts';

const OUTCOMES = new Map<string, TextSendOutcome>([
  ['401', { kind: 'account', fault: 'OTHER' }],
  ['402', { kind: 'refused', reason: 'SENDER' }],
  ['403', { kind: 'refused', reason: 'NUMBER' }],
  ['404', { kind: 'refused', reason: 'NUMBER' }],
  ['405', { kind: 'account', fault: 'CREDIT' }],
  ['406', { kind: 'refused', reason: 'NUMBER' }],
  ['407', { kind: 'refused', reason: 'NUMBER' }],
]);

/**
 * The API (docs.africastalking.com/sms) answers 201 whatever happens, and in XML unless JSON is requested.
 */
export function createAfricasTalking(settings: {
  baseUrl: string | undefined;
  user: string;
  key: string;
  sender: string;
}): TextGateway {
  const { baseUrl = 'https://api.africastalking.com', user: username, key, sender } = settings;
  const headers = { apiKey: key, accept: 'application/json' };
  return {
    name: 'AFRICAS_TALKING',
    appendsUnits: OPT_OUT_UNITS,
    async send({ to, text }) {
      const body = new URLSearchParams({
        username,
        to,
        message: text,
        from: sender,
        bulkSMSMode: '1',
        enqueue: '1',
      });
      return parseSendReply(
        await sendRequest({ method: 'POST', url: `${baseUrl}/version1/messaging`, headers, body }),
      );
    },
    readReport({ id = '', status = '' }) {
      return id === '' ? undefined : { gatewayId: id, state: REPORT_STATES.get(status) };
    },
    async readBalance() {
      const url = `${baseUrl}/version1/user?username=${encodeURIComponent(username)}`;
      const answer = await sendRequest({ method: 'GET', url, headers });
      const balance = answer.kind === 'answer' ? readJsonText(answer.json, 'UserData', 'balance') : '';
      const [, amount] = /^[A-Z]{3} (\d+(?:\.\d+)?)$/.exec(balance) ?? [];
      return amount === undefined ? undefined : Number(amount);
    },
  };
}

/** Only these words end a delivery. After `AbsentSubscriber`, for example, Africa's Talking tries again. */
const REPORT_STATES = new Map<string, Report['state']>([
  ['Success', 'DELIVERED'],
  ['Failed', 'FAILED'],
  ['Rejected', 'FAILED'],
  ['Expired', 'FAILED'],
]);

function parseSendReply(answer: Response): TextSendOutcome {
  if (answer.kind !== 'answer') return { kind: answer.kind === 'lost' ? 'unknown' : 'not-sent' };
  const { status, json } = answer;
  const fault = accountFaultFromStatus(status);
  if (fault) return fault;
  if (status === 429) return { kind: 'not-sent' };
  if (status !== 200 && status !== 201) return { kind: 'unknown' };
  const recipients = readJsonField(json, 'SMSMessageData', 'Recipients');
  const [recipient] = Array.isArray(recipients) ? (recipients as unknown[]) : [];
  if (recipient === undefined) {
    const message = readJsonText(json, 'SMSMessageData', 'Message');
    return message === 'InvalidSenderId' ? { kind: 'refused', reason: 'SENDER' } : { kind: 'unknown' };
  }
  const code = readJsonText(recipient, 'statusCode');
  if (!/^10[0-2]$/.test(code)) return OUTCOMES.get(code) ?? { kind: 'unknown' };
  const id = readJsonText(recipient, 'messageId');
  return { kind: 'accepted', gatewayId: id === '' || id === 'None' ? undefined : id };
}
