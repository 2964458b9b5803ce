import { type Response, ask, fieldOf, textOf } from '@app/kit/ask-once.ts';
import { type Fate, type Report, type TextGateway, accountFaultOf } from '../text-gateway.ts';

/** Africa's Talking appends an opt-out notice of unpublished length to the first text to a number. */
const OPT_OUT_UNITS = 30;

const FATES = new Map<string, Fate>([
  ['401', { kind: 'account', fault: 'OTHER' }],
  ['402', { kind: 'refused', reason: 'SENDER' }],
  ['403', { kind: 'refused', reason: 'NUMBER' }],
  ['404', { kind: 'refused', reason: 'NUMBER' }],
  ['405', { kind: 'account', fault: 'CREDIT' }],
  ['406', { kind: 'refused', reason: 'NUMBER' }],
  ['407', { kind: 'refused', reason: 'NUMBER' }],
]);

/** The API (docs.africastalking.com/sms) answers 201 for every outcome, and in XML unless asked for JSON. */
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
      return fateOf(await ask({ method: 'POST', url: `${baseUrl}/version1/messaging`, headers, body }));
    },
    readReport({ id = '', status = '' }) {
      return id === '' ? undefined : { gatewayId: id, state: STATES.get(status) };
    },
    async readBalance() {
      const url = `${baseUrl}/version1/user?username=${encodeURIComponent(username)}`;
      const answer = await ask({ method: 'GET', url, headers });
      const said = answer.kind === 'answer' ? textOf(answer.json, 'UserData', 'balance') : '';
      const [, amount] = /^[A-Z]{3} (\d+(?:\.\d+)?)$/.exec(said) ?? [];
      return amount === undefined ? undefined : Number(amount);
    },
  };
}

/** Other words are not final: Africa's Talking retries after `AbsentSubscriber`. */
const STATES = new Map<string, Report['state']>([
  ['Success', 'DELIVERED'],
  ['Failed', 'FAILED'],
  ['Rejected', 'FAILED'],
  ['Expired', 'FAILED'],
]);

function fateOf(answer: Response): Fate {
  if (answer.kind !== 'answer') return { kind: answer.kind === 'lost' ? 'unknown' : 'not-sent' };
  const { status, json } = answer;
  const fault = accountFaultOf(status);
  if (fault) return fault;
  if (status === 429) return { kind: 'not-sent' };
  if (status !== 200 && status !== 201) return { kind: 'unknown' };
  const recipients = fieldOf(json, 'SMSMessageData', 'Recipients');
  const [recipient] = Array.isArray(recipients) ? (recipients as unknown[]) : [];
  if (recipient === undefined) {
    const message = textOf(json, 'SMSMessageData', 'Message');
    return message === 'InvalidSenderId' ? { kind: 'refused', reason: 'SENDER' } : { kind: 'unknown' };
  }
  const code = textOf(recipient, 'statusCode');
  if (!/^10[0-2]$/.test(code)) return FATES.get(code) ?? { kind: 'unknown' };
  const id = textOf(recipient, 'messageId');
  return { kind: 'accepted', gatewayId: id === '' || id === 'None' ? undefined : id };
}
