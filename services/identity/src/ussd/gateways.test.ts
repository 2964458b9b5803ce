import { describe, expect, test } from 'vitest';
import { UNITS_PER_PART, toGsm7, countGsm7Units } from '../gsm7.ts';
import { READERS } from './gateways.ts';
import { type ScreenName, type ScreenData, renderUnknownCaller, renderScreen } from './screens.ts';

const LONG: ScreenData[] = [true, false].flatMap((is) => [
  {
    role: 'PARTICIPANT',
    meeting: {
      id: '',
      sequence: 0,
      startsAt: '2026-09-30T23:45:00.000Z',
      hasStarted: is,
      isConfirmed: is,
      isLate: true,
      canChooseAgain: is,
      isPlaceChanged: false,
      proofWords: { first: 'a'.repeat(8), second: 'b'.repeat(8) },
    },
    surveyUntil: '2026-09-30T23:45:00.000Z',
    money: { paidInPesewas: 1_234_567_890, payableInPesewas: 1_234_567_890, needsThem: true },
    isOn: is,
    minutes: 1440,
  },
]);
const SCREENS: readonly ScreenName[] = [
  'MENU',
  'MEETING',
  'CANCEL',
  'CODE',
  'TEXTS',
  'NO_MEETING',
  'MEETING_STARTED',
  'CONFIRMED',
  'CANCELLED',
  'CHANGED',
  'MUST_AGREE',
  'MONEY',
  'CODE_SENT',
  'CODE_LATER',
  'TURNED',
  'UNCHANGED',
  'AGAIN',
  'FAILED',
  'TOO_OFTEN',
];

test.each(SCREENS)('the longest words of %s fit a screen, in characters of every phone', (name) => {
  for (const { text } of [...LONG, {}].map((shown) => renderScreen(name, shown))) {
    expect(toGsm7(text)).toBe(text);
    expect(countGsm7Units(text)).toBeLessThanOrEqual(UNITS_PER_PART);
  }
});

test('the words for an unknown caller fit too, with a long address', () => {
  expect(countGsm7Units(renderUnknownCaller(`${'a'.repeat(50)}.example`).text)).toBeLessThanOrEqual(
    UNITS_PER_PART,
  );
});

const readDialled = (gateway: keyof typeof READERS, fields: object) =>
  READERS[gateway]?.(JSON.stringify(fields))?.dialled;
const hubtel = {
  Type: 'initiation',
  Message: '*920*55#',
  Operator: 'mtn',
  Mobile: '233241234567',
  SessionId: 's',
};

describe('Hubtel', () => {
  test.each(['Hubtel-Android', 'Hubtel IOS', 'IOS HPOS', 'Android POS', 'Hubtel-Mall', ''])(
    'may carry a number that any person typed from %j, so nothing is read of it',
    (Operator) => expect(READERS['hubtel']?.(JSON.stringify({ ...hubtel, Operator }))).toBeUndefined(),
  );

  test('writes its words in both cases, and reports that the caller hung up', () => {
    const number = '+233241234567';
    expect(readDialled('hubtel', hubtel)).toEqual({ sessionId: 's', number, key: undefined });
    const response = { ...hubtel, Type: 'Response', Message: ' 1 ', Operator: 'Vodafone' };
    expect(readDialled('hubtel', response)).toEqual({ sessionId: 's', number, key: '1' });
    const release = READERS['hubtel']?.(JSON.stringify({ Type: 'Release', SessionId: 's' }));
    expect(release).toMatchObject({ dialled: undefined });
    expect(release?.answer({ text: 'x', isLast: true }).body).toContain('"Type":"release"');
  });
});

test.each(['233241234567', '+233241234567', '0241234567'])(
  'a number is equal when written as %s',
  (msisdn) => {
    const request = { sessionID: 's', userID: 'u', msisdn, newSession: false, userData: '1', network: 'MTN' };
    expect(readDialled('arkesel', request)).toEqual({ sessionId: 's', number: '+233241234567', key: '1' });
  },
);

test.each(['+233241234567', '%2B233241234567', '233241234567'])(
  'Africa’s Talking may write the number %s in its form',
  (number) => {
    const request = READERS['africastalking']?.(`sessionId=s&phoneNumber=${number}&text=1*2`);
    expect(request?.dialled).toEqual({ sessionId: 's', number: '+233241234567', key: '2' });
  },
);

test.each(['', '[]', 'null', '7', '"x"', '{}', '{"sessionID":{}}', '{"sessionID":"s","msisdn":"x"}'])(
  '%j is a request of no gateway',
  (body) => {
    for (const read of Object.values(READERS)) expect(read?.(body)).toBeUndefined();
  },
);
