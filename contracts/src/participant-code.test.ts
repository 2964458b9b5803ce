import { expect, test } from 'vitest';
import { participantCode } from './participant-code.ts';

test('B3 spreadsheets do not read a code as a number, and it contains the code of earlier emails', () => {
  for (const [id, code] of [
    ['01990000-0000-7000-8000-000000011403', 'P011403'],
    ['01990000-0000-7000-8000-00000012e345', 'P12E345'],
  ] as const) {
    expect(participantCode(id)).toBe(code);
    expect(Number(participantCode(id))).toBeNaN();
  }
});
