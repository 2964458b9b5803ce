import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeList, readList } from './invite-card.tsx';

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
    expect(texts(decodeList(bytes))).toEqual(['kofi@example.test']);
  // é alone is no UTF-8.
  const windows = Uint8Array.from([
    ...bytesOf('Ren'),
    0xe9,
    ...bytesOf(';rene@example.test\nX;x@example.test'),
  ]);
  expect(decodeList(windows)).toContain('René');
  expect(texts(decodeList(windows))).toEqual(['rene@example.test', 'x@example.test']);
});

it('finds the column of addresses by what is in it, and leaves out its heading alone', () => {
  expect(texts('a@x.com\nb@x.com')).toEqual(['a@x.com', 'b@x.com']);
  expect(texts('id,E-mail address,note\n1,a@x.com,=1\n2,oops,b\n\n3,"c@x.com","x\ny"')).toEqual([
    'a@x.com',
    'oops',
    'c@x.com',
  ]);
  expect(readList('id\tmail\n1\ta@x.com\n2\tb@x.com')?.map(({ row }) => row)).toEqual([2, 3]);
  expect(texts('oops\na@x.com')).toEqual(['oops', 'a@x.com']);
  expect(texts('name,age\nEsi,30')).toBeNull();
  expect(texts('')).toBeNull();
});

it('takes a line that somebody types, and what a mail program copies', () => {
  expect(texts('a@x.com, b@x.com; c@x.com'.replace(';', ','))).toEqual(['a@x.com', 'b@x.com', 'c@x.com']);
  expect(texts('Esi Mensah <esi@x.com>\nmailto:kofi@x.com')).toEqual(['esi@x.com', 'kofi@x.com']);
});

it('takes a quote that never ends for a sign as any other', () => {
  expect(texts('name,email\n"Esi,a@x.com\nKofi,b@x.com')).toEqual(['a@x.com', 'b@x.com']);
});

it('gives every address of a file back, whatever stands beside it and however it is written', () => {
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
        // Columns of nothing but addresses, so that no other has as many.
        const clean = (cell: string) => cell.replaceAll('@', '').replaceAll(/[;,\t]/g, '');
        const lines = rows.map(([before, id, after]) =>
          [quoted(clean(before)), `p${id}@example.test`, quoted(clean(after))].join(separator),
        );
        expect(texts(lines.join(end))).toEqual(rows.map(([, id]) => `p${id}@example.test`));
      },
    ),
  );
});

it('never fails on bytes of any kind', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const rows = readList(decodeList(bytes));
      expect(rows === null || rows.every(({ row, text }) => row > 0 && text !== '')).toBe(true);
    }),
  );
});
