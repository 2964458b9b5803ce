import { parseJson } from '@app/kit/parse-json.ts';
import type { IdentityConfig } from '../config.ts';
import type { Screen } from './screens.ts';

export interface Dialled {
  sessionId: string;
  number: string;
  /** Undefined means that the caller has just dialled. */
  key: string | undefined;
}

interface Asked {
  /** Undefined means that the caller has hung up. */
  dialled: Dialled | undefined;
  answer(screen: Screen): { type: string; body: string };
}

/** Returns undefined if the body is not a request of this gateway. */
export type ReadRequest = (body: string) => Asked | undefined;

const LONGEST_ID = 200;
const e164 = (digits: string) => `+233${digits.replaceAll(/\D/g, '').slice(-9)}`;
const json = (body: object) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(body) });

/** Gateways write 233…, +233… and 0…. */
const numberOf = (said: string) => (/^(\+?233|0)\d{9}$/.test(said) ? e164(said) : said);

function dialledOf(sessionId: string, said: string, key: string | undefined): Dialled | undefined {
  const isOne = sessionId !== '' && sessionId.length <= LONGEST_ID && /^\+?\d{3,15}$/.test(said);
  return isOne ? { sessionId, number: numberOf(said), key: key?.trim() } : undefined;
}

/** `text` holds all inputs of the session, joined by stars. */
function readAfricasTalking(body: string): Asked | undefined {
  const fields = new URLSearchParams(body);
  const text = fields.get('text') ?? '';
  const key = text === '' ? undefined : text.split('*').at(-1);
  // An unencoded form turns the plus of a number into a blank.
  const number = (fields.get('phoneNumber') ?? '').replace(/^ /, '+');
  const dialled = dialledOf(fields.get('sessionId') ?? '', number, key);
  return (
    dialled && { dialled, answer: ({ text: said, isLast }) => plain(`${isLast ? 'END' : 'CON'} ${said}`) }
  );
}

const plain = (body: string) => ({ type: 'text/plain; charset=utf-8', body });

/** `userData` holds the last input, at first the dialled code. Requests have no sequence number. */
function readArkesel(body: string): Asked | undefined {
  const fields = fieldsOf(body);
  const sessionID = textOf(fields, 'sessionID');
  const [userID, msisdn] = [textOf(fields, 'userID'), textOf(fields, 'msisdn')];
  const isNew = /^true$/i.test(textOf(fields, 'newSession'));
  const dialled = dialledOf(sessionID, msisdn, isNew ? undefined : textOf(fields, 'userData'));
  return (
    dialled && {
      dialled,
      answer: ({ text: message, isLast }) =>
        json({ sessionID, userID, msisdn, message, continueSession: !isLast }),
    }
  );
}

/**
 * Hubtel also forwards its app, shop and tills, where any number can be typed; only networks vouch for it.
 */
const NETWORKS = /^(mtn|vodafone|telecel|tigo|airtel|airtel-?tigo|at)$/i;

/** Hubtel's documentation writes words in both cases. */
function readHubtel(body: string): Asked | undefined {
  const fields = fieldsOf(body);
  const [type, SessionId] = [textOf(fields, 'Type').toLowerCase(), textOf(fields, 'SessionId')];
  if (!/^(initiation|response|release|timeout)$/.test(type) || SessionId === '') return undefined;
  const isAsked = type === 'initiation' || type === 'response';
  const key = type === 'initiation' ? undefined : textOf(fields, 'Message');
  const dialled = dialledOf(SessionId, textOf(fields, 'Mobile'), key);
  if (isAsked && (!dialled || !NETWORKS.test(textOf(fields, 'Operator')))) return undefined;
  return {
    dialled: isAsked ? dialled : undefined,
    answer: ({ text: Message, isLast }) =>
      json({
        SessionId,
        Type: isLast ? 'release' : 'response',
        Message,
        Label: '',
        ClientState: '',
        DataType: isLast ? 'display' : 'input',
        FieldType: 'text',
      }),
  };
}

function fieldsOf(body: string): object {
  const fields = parseJson(body);
  return typeof fields === 'object' && fields !== null ? fields : {};
}

function textOf(fields: object, name: string): string {
  const value: unknown = Object.hasOwn(fields, name) ? Reflect.get(fields, name) : undefined;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

export const READERS: Readonly<Record<IdentityConfig['USSD_GATEWAY'], ReadRequest | undefined>> = {
  none: undefined,
  arkesel: readArkesel,
  hubtel: readHubtel,
  africastalking: readAfricasTalking,
};
