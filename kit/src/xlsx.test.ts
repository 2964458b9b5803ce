import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWorkbook } from '@app/test/support/read-workbook.ts';
import type { Cell } from './csv.ts';
import { xlsx } from './xlsx.ts';

async function written(...batches: Cell[][][]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsx('Days & people', from(batches))) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* from<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

const readSheetXml = (bytes: Uint8Array) => strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);

test('B3 dates, times, leading zeros, formulas and long numbers stay texts', async () => {
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
    'two  blanks',
    'ɛ 🍲 <&>"',
  ];
  expect(await readWorkbook(await written([texts]))).toEqual({ name: 'Days & people', rows: [texts] });
});

test('numbers are numbers, instants are dates, and empty cells are left out', async () => {
  const at = new Date('2026-02-28T23:59:58Z');
  const heading = ['What', 'When', 'How many'];
  const bytes = await written([heading, ['', at, 50.5], ['b', '', 0.29]]);
  expect((await readWorkbook(bytes)).rows).toEqual([heading, [null, at, 50.5], ['b', null, 0.29]]);
  const sheet = readSheetXml(bytes);
  for (const absent of ['r="A2"', 'r="B3"', 'xml:space']) expect(sheet).not.toContain(absent);
});

test('a reader that cuts off fractions finds each second of a quarter of an hour', async () => {
  const start = Date.parse('2026-12-01T06:00:00Z');
  const instants = Array.from({ length: 900 }, (_, second) => new Date(start + second * 1000));
  const { rows } = await readWorkbook(await written(instants.map((at) => [at])));
  expect(rows.map(([at]) => at)).toEqual(instants);
});

test('rows and cells have references, also beyond Z and in later batches', async () => {
  const wide = Array.from({ length: 703 }, (_, index) => `c${index}`);
  const bytes = await written([wide], [['x']], [], [['y']]);
  expect((await readWorkbook(bytes)).rows.map(([first]) => first)).toEqual(['c0', 'x', 'y']);
  const places = [...readSheetXml(bytes).matchAll(/<c r="([A-Z]+\d+)"/g)].map(([, place]) => place);
  expect([25, 26, 51, 52, 701, 702, 703, 704].map((at) => places[at])).toEqual([
    'Z1',
    'AA1',
    'AZ1',
    'BA1',
    'ZZ1',
    'AAA1',
    'A2',
    'A3',
  ]);
});

test('the heading is bold, columns are as wide as their texts, and a known size is stated', async () => {
  const long = 'x'.repeat(30);
  const known = readSheetXml(
    await written([
      ['Short', 'Long'],
      ['a', long],
      ['b', 'c'.repeat(500)],
    ]),
  );
  expect(known).toContain('<dimension ref="A1:B3"/>');
  expect(known).toMatch(/<col min="1" max="1" width="11"[^>]*\/><col min="2" max="2" width="50"/);
  expect(known.match(/<c r="\w+" s="1"/g)).toHaveLength(2);
  expect(readSheetXml(await written([['Short']], [['a']]))).not.toContain('dimension');
});

test('characters that XML forbids are left out, and an underscore is no escape', async () => {
  const hostile = `a\u0000b\u001f\ud83dc\ufffe${'x'.repeat(40_000)}`;
  const { rows } = await readWorkbook(await written([['_x0041_']], [], [[hostile]]));
  expect(rows[0]).toEqual(['_x0041_']);
  expect(rows[1]![0]).toMatch(/^abcx+$/);
  expect(String(rows[1]![0]).length).toBeLessThanOrEqual(32_767);
});

test('a workbook without rows opens', async () => {
  expect((await readWorkbook(await written())).rows).toEqual([]);
});
