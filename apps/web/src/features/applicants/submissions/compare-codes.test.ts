import { expect, it } from 'vitest';
import { decodeText } from '../../../forms/text-file.tsx';
import { compareCodes, findParticipantCodes } from './compare-codes.ts';

const code = (digit: number) => `P${String(digit).padStart(12, 'A')}`;
const found = (text: string) => [...findParticipantCodes(text)];

it('finds participant codes in any column, inside links, and in either case', () => {
  const rows = [
    'start;end;pid;comment',
    `2026-12-01;2026-12-01;${code(1)};"I like it, P"`,
    `2026-12-01;2026-12-01;"${code(2).toLowerCase()}";`,
    `https://ee.kobotoolbox.org/single/x1?d[id]=${code(3)}&s=abc`,
    `${code(1)}\t${code(4)}`,
  ];
  expect(found(rows.join('\r\n'))).toEqual([1, 2, 3, 4].map(code));
  const utf16 = new Uint8Array(
    new Uint16Array([0xfeff, ...[...code(5)].map((one) => one.charCodeAt(0))]).buffer,
  );
  expect(found(decodeText(utf16))).toEqual([code(5)]);
});

it('takes nothing else for a code: longer words, previews, and codes with other letters', () => {
  for (const text of [
    '',
    `X${code(1)}`,
    `${code(1)}0`,
    'PTEST12345678',
    'P12345',
    'PGGGGGGGGGGGG',
    '|||,,,""',
  ])
    expect(found(text)).toEqual([]);
});

it('splits the submissions by whether the file has them, and names codes of no one', () => {
  const submission = (digit: number, status: 'SUBMITTED' | 'APPROVED' | 'STARTED' = 'SUBMITTED') => ({
    id: `submission ${digit}`,
    code: code(digit),
    status,
    outcome: 'CODE' as const,
  });
  const all = [submission(1), submission(2), submission(3, 'APPROVED'), submission(4, 'STARTED')];
  const compared = compareCodes(all, new Set([code(1), code(3), code(9)]));
  expect(compared).toEqual({
    submitted: [all[0], all[1]],
    found: [all[0]],
    missing: [all[1]],
    notToReview: [all[2]],
    unknown: [code(9)],
  });
});
