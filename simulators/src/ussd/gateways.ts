import { type Gateway, toMsisdn, networkByPrefix } from '../world.ts';

export interface UssdRequest {
  sessionId: string;
  number: string;
  code: string;
  typed: readonly string[];
}

export interface Shown {
  text: string;
  isLast: boolean;
}

interface UssdGateway {
  write(request: UssdRequest): { type: string; body: string };
  /** Returns undefined if the gateway would show an error of its own. */
  read(body: string): Shown | undefined;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const OPERATORS = { MTN: 'mtn', TELECEL: 'vodafone', AIRTEL_TIGO: 'tigo' } as const;
const phoneOperator = (number: string) => OPERATORS[networkByPrefix(number) ?? 'MTN'];

/** The formats come from the documentation of the gateways and from programs that use them. */
export const ussdGateways: Readonly<Record<Gateway, UssdGateway>> = {
  africastalking: {
    write: ({ sessionId, number: phoneNumber, code: serviceCode, typed }) => ({
      type: FORM,
      body: new URLSearchParams({
        sessionId,
        phoneNumber,
        networkCode: '62001',
        serviceCode,
        text: typed.join('*'),
      }).toString(),
    }),
    read(body) {
      const [, word, text = ''] = /^(CON|END) ([^]*)$/.exec(body) ?? [];
      return word === undefined ? undefined : { text, isLast: word === 'END' };
    },
  },
  arkesel: {
    write: ({ sessionId, number, code, typed }) => ({
      type: JSON_TYPE,
      body: JSON.stringify({
        sessionID: sessionId,
        userID: 'SIMULATED',
        newSession: typed.length === 0,
        msisdn: toMsisdn(number),
        userData: typed.at(-1) ?? code,
        network: phoneOperator(number),
      }),
    }),
    read(body) {
      const { message, continueSession } = JSON.parse(body) as Record<string, unknown>;
      return typeof message === 'string' && typeof continueSession === 'boolean'
        ? { text: message, isLast: !continueSession }
        : undefined;
    },
  },
  hubtel: {
    write: ({ sessionId, number, code, typed }) => ({
      type: JSON_TYPE,
      body: JSON.stringify({
        Sequence: String(typed.length + 1),
        Type: typed.length === 0 ? 'initiation' : 'response',
        Message: typed.at(-1) ?? code,
        ServiceCode: code,
        Operator: phoneOperator(number),
        ClientState: '',
        Mobile: toMsisdn(number),
        SessionId: sessionId,
        Platform: 'USSD',
      }),
    }),
    read(body) {
      const { Message, Type } = JSON.parse(body) as Record<string, unknown>;
      return typeof Message === 'string' && (Type === 'response' || Type === 'release')
        ? { text: Message, isLast: Type === 'release' }
        : undefined;
    },
  },
};
