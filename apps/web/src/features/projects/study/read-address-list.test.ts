import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeText, isText } from '../../../forms/text-file.tsx';
import { readList } from './read-address-list.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const texts = (text: string) => readList(text)?.map((row) => row.text) ?? null;

function utf16(text: string, isBig: boolean, hasMark: boolean): Uint8Array {
  const units = `${hasMark ? '\ufeff' : ''}${text}`;
  const view = new DataView(new ArrayBuffer(units.length * 2));
  for (let at = 0; at < units.length; at += 1) view.setUint16(at * 2, units.charCodeAt(at), !isBig);
  return new Uint8Array(view.buffer);
}

it('reads a file in each encoding that spreadsheets write', () => {
  const text = 'Name;Email\r\nKofi Ɛyɛ;kofi@example.test\r\n';
  for (const bytes of [
    bytesOf(text),
    bytesOf(`\ufeff${text}`),
    ...[true, false].flatMap((isBig) => [utf16(text, isBig, true), utf16(text, isBig, false)]),
  ])
    expect(texts(decodeText(bytes))).toEqual(['kofi@example.test']);
  // The single byte of é is not valid UTF-8.
  const windows = Uint8Array.from([
    ...bytesOf('Ren'),
    0xe9,
    ...bytesOf(';rene@example.test\nX;x@example.test'),
  ]);
  expect(decodeText(windows)).toContain('René');
  expect(texts(decodeText(windows))).toEqual(['rene@example.test', 'x@example.test']);
});

it.each([
  ['commas and lines', 'a@x.com, b@x.com,\nc@x.com, d@x.com'],
  ['semicolons', 'a@x.com; b@x.com;c@x.com;d@x.com'],
  ['mixed separators', 'a@x.com, b@x.com; c@x.com\r\nd@x.com'],
  ['blanks', 'a@x.com b@x.com  c@x.com\u00a0d@x.com'],
  ['tabs', 'a@x.com\tb@x.com\tc@x.com\td@x.com'],
  ['numbers', '1. a@x.com\n2) b@x.com\n3 c@x.com\n(4) d@x.com'],
  ['bullets', '• a@x.com\n- b@x.com\n*c@x.com\n•d@x.com'],
  ['names of a mail program', 'Esi Mensah <a@x.com>, "Mensah, Kofi" <b@x.com>; c@x.com, <d@x.com>'],
  ['apostrophes of spreadsheets', "'a@x.com\n'b@x.com'\n‘c@x.com’\n`d@x.com"],
  ['two columns', 'a@x.com,b@x.com\nc@x.com,d@x.com'],
  ['links', 'mailto:a@x.com\nmailto:b@x.com?subject=Hi\nMail: c@x.com.\n[d@x.com](mailto)'],
  ['slashes and bars', 'a@x.com/b@x.com|c@x.com & d@x.com'],
  ['invisible characters', 'a@x.com\u200b\n\ufeffb@x.com\nc\u00ad@x.com\u200e d@x.com'],
])('reads every address between %s', (_, text) => {
  expect(texts(text)).toEqual(['a@x.com', 'b@x.com', 'c@x.com', 'd@x.com']);
});

it('names the line of an invalid address, and ignores only a heading and empty lines', () => {
  expect(readList('id,E-mail address,note\n1,a@x.com,=1\n2,oops,b\n,,\n\n4,@x.com,"c@x.com"')).toEqual([
    { row: 2, text: 'a@x.com' },
    { row: 3, text: '2,oops,b' },
    { row: 6, text: '@x.com' },
    { row: 6, text: 'c@x.com' },
  ]);
  expect(texts('oops\na@x.com')).toEqual(['oops', 'a@x.com']);
  expect(texts('a@b@x.com\nx/b@x.com\n=c@x.com')).toEqual(['a@b@x.com', 'x/b@x.com', '=c@x.com']);
  expect(texts('name,age\nEsi,30')).toBeNull();
  expect(texts('')).toBeNull();
});

it('distinguishes a workbook and a PDF from a text file', () => {
  for (const signature of [[0x50, 0x4b, 3, 4], [0xd0, 0xcf, 0x11, 0xe0], [...bytesOf('%PDF-1.7')]])
    expect(isText(Uint8Array.from(signature))).toBe(false);
  for (const text of ['', 'P', 'a@x.com', 'Kofi Ɛyɛ']) expect(isText(bytesOf(text))).toBe(true);
});

it('returns every address of a file, in any format and next to any other column', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.constantFrom('=1+1', '"', '""', '\r\n', ';', ',', '\t', '\ufeff', '<', "'"),
  );
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(hostile, fc.integer({ min: 0, max: 9999 }), hostile), {
        minLength: 2,
        maxLength: 30,
      }),
      fc.constantFrom(';', ',', '\t'),
      fc.constantFrom('\n', '\r\n', '\r'),
      (rows, separator, end) => {
        const clean = (cell: string) => cell.replaceAll('@', '');
        const lines = rows.map(([before, id, after]) =>
          [quoted(clean(before)), `p${id}@example.test`, quoted(clean(after))].join(separator),
        );
        const found = texts(lines.join(end))?.filter((text) => text.includes('@'));
        expect(found).toEqual(rows.map(([, id]) => `p${id}@example.test`));
      },
    ),
  );
});

it('never fails on bytes of any kind', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const rows = readList(decodeText(bytes));
      expect(rows === null || rows.every(({ row, text }) => row > 0 && text !== '')).toBe(true);
    }),
  );
});
