import { expect, test } from 'vitest';
import { readWorkbook } from '@app/test/support/read-workbook.ts';
import type { Cell } from './csv.ts';
import { xlsx } from './xlsx.ts';

async function written(...batches: Cell[][][]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsx(from(batches))) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* from<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

test('B3 dates, times, zeros in front, formulas and long numbers stay the texts that they are; numbers are numbers', async () => {
  const texts = [
    '3/4',
    '10:30',
    '0241',
    '1E5',
    '0244123456',
    '1-2',
    '=1+1',
    "'quoted'",
    ' a\n b',
    '',
    'ɛ 🍲 <&>',
  ];
  expect(readWorkbook(await written([texts, [1, 50.5]]))).toEqual([texts, [1, 50.5]]);
});

test('rows of several batches follow each other, and what XML cannot hold is left out', async () => {
  const hostile = `a\u0000b\u001f\ud83dc\ufffe${'x'.repeat(40_000)}`;
  const rows = readWorkbook(await written([['_x0041_']], [], [[hostile]]));
  expect(rows[0]).toEqual(['_x0041_']);
  expect(rows[1]![0]).toMatch(/^abcx+$/);
  expect(String(rows[1]![0]).length).toBeLessThanOrEqual(32_767);
});
