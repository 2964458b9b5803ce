import { parseJson } from '@app/kit/parse-json.ts';
import type { IdentityConfig } from '../config.ts';
import type { Screen } from './screens.ts';

export interface Dialled {
  sessionId: string;
  number: string;
  /** Undefined if the caller has just dialled the code. */
  key: string | undefined;
}

interface ParsedUssdRequest {
  /** Undefined if the caller has hung up. */
  dialled: Dialled | undefined;
  answer(screen: Screen): { type: string; body: string };
}

export type ReadRequest = (body: string) => ParsedUssdRequest | undefined;

const LONGEST_ID = 200;
const toE164 = (digits: string) => `+233${digits.replaceAll(/\D/g, '').slice(-9)}`;
const json = (body: object) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(body) });

/** Gateways send numbers as 233…, +233… or 0…. */
const normalizeDialledNumber = (number: string) =>
  /^(\+?233|0)\d{9}$/.test(number) ? toE164(number) : number;

function toDialled(sessionId: string, writtenNumber: string, key: string | undefined): Dialled | undefined {
  const isOne = sessionId !== '' && sessionId.length <= LONGEST_ID && /^\+?\d{3,15}$/.test(writtenNumber);
  return isOne ? { sessionId, number: normalizeDialledNumber(writtenNumber), key: key?.trim() } : undefined;
}

/** `text` contains all keys of the session, separated by stars. */
function readAfricasTalking(body: string): ParsedUssdRequest | undefined {
  const fields = new URLSearchParams(body);
  const text = fields.get('text') ?? '';
  const key = text === '' ? undefined : text.split('*').at(-1);
  // If the form is not encoded, the plus of a number arrives as a blank.
  const number = (fields.get('phoneNumber') ?? '').replace(/^ /, '+');
  const dialled = toDialled(fields.get('sessionId') ?? '', number, key);
  return (
    dialled && {
      dialled,
      answer: ({ text: content, isLast }) => plain(`${isLast ? 'END' : 'CON'} ${content}`),
    }
  );
}

const plain = (body: string) => ({ type: 'text/plain; charset=utf-8', body });

/** `userData` has the last input, and at first the dialled code. Requests have no number. */
function readArkesel(body: string): ParsedUssdRequest | undefined {
  const fields = parseFields(body);
  const sessionID = readTextField(fields, 'sessionID');
  const [userID, msisdn] = [readTextField(fields, 'userID'), readTextField(fields, 'msisdn')];
  const isNew = /^true$/i.test(readTextField(fields, 'newSession'));
  const dialled = toDialled(sessionID, msisdn, isNew ? undefined : readTextField(fields, 'userData'));
  return (
    dialled && {
      dialled,
      answer: ({ text: message, isLast }) =>
        json({ sessionID, userID, msisdn, message, continueSession: !isLast }),
    }
  );
}

/**
 * In Hubtel's app, shop and tills, people can type any number. Only a request from a mobile network proves
 * the number.
 */
const NETWORKS = /^(mtn|vodafone|telecel|tigo|airtel|airtel-?tigo|at)$/i;

/** Hubtel's documentation writes the words with and without capital letters. */
function readHubtel(body: string): ParsedUssdRequest | undefined {
  const fields = parseFields(body);
  const [type, SessionId] = [readTextField(fields, 'Type').toLowerCase(), readTextField(fields, 'SessionId')];
  if (!/^(initiation|response|release|timeout)$/.test(type) || SessionId === '') return undefined;
  const isAsked = type === 'initiation' || type === 'response';
  const key = type === 'initiation' ? undefined : readTextField(fields, 'Message');
  const dialled = toDialled(SessionId, readTextField(fields, 'Mobile'), key);
  if (isAsked && (!dialled || !NETWORKS.test(readTextField(fields, 'Operator')))) return undefined;
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

function parseFields(body: string): object {
  const fields = parseJson(body);
  return typeof fields === 'object' && fields !== null ? fields : {};
}

function readTextField(fields: object, name: string): string {
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
