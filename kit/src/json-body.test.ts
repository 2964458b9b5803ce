import { expect, test } from 'vitest';
import { readJsonBody } from './server.ts';

const read = (text: string) => readJsonBody(Buffer.from(text));

test('reads what JSON.parse reads, and an empty body as nothing', () => {
  for (const text of ['{"a":{"b":[1,"ɛ",null]},"c":{"b":2}}', '[]', '"text"', ' 1 ', '{"":0}']) {
    expect(read(text)).toEqual(JSON.parse(text));
  }
  expect(readJsonBody(Buffer.alloc(0))).toBeUndefined();
});

test.each([
  ['a repeated name', '{"a":1,"a":1}'],
  ['a repeated name in two spellings', '{"a":1,"\\u0061":1}'],
  ['a repeated name at depth', '[{"x":{"a":1,"b":{},"a":1}}]'],
  ['a prototype', '{"a":{"__proto__":{}}}'],
  ['a constructor', '{"name":{"constructor":1}}'],
  ['a comment', '{} // x'],
  ['an extra comma', '[1,]'],
  ['a truncated text', '{"a":'],
  ['two values', '{}{}'],
  ['endless nesting', '['.repeat(30_000)],
  ['twelve nested lists', '[[[[[[[[[[[[1]]]]]]]]]]]]'],
  ['too many names', `{${Array.from({ length: 5001 }, (_, index) => `"n${index}":0`).join(',')}}`],
  ['a byte order mark', '\ufeff{}'],
])('IN-5 IN-6 refuses %s', (_, text) => {
  expect(() => read(text)).toThrow('MALFORMED_REQUEST');
});

test.each([
  ['a lone byte', Buffer.from([0x22, 0xff, 0x22])],
  ['an over-long form', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
  ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
])('IN-3 refuses bytes that are not UTF-8: %s', (_, bytes) => {
  expect(() => readJsonBody(bytes)).toThrow('MALFORMED_REQUEST');
});
