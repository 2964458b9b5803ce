import { expect, test } from 'vitest';
import { phoneTextWords } from '@app/words/phone-texts.ts';
import { EMAIL_CODE_LENGTH, EmailCode } from './identity/person.ts';
import { TextCode } from './identity/phones.ts';
import { PaymentCode } from './payment/budgets.ts';

const read = (schema: typeof TextCode, typed: string) => {
  const { data, error } = schema.safeParse(typed);
  return data ?? error?.issues[0]?.message;
};

const asTyped: Record<string, (code: string) => string> = {
  plain: (code) => code,
  'a space': (code) => `${code.slice(0, 3)} ${code.slice(3)}`,
  'a hyphen': (code) => `${code.slice(0, 3)}-${code.slice(3)}`,
  'an en dash': (code) => `${code.slice(0, 3)}–${code.slice(3)}`,
  'a hyphen that does not break': (code) => `${code.slice(0, 3)}\u2011${code.slice(3)}`,
  'a dash between spaces': (code) => `${code.slice(0, 3)} — ${code.slice(3)}`,
  'a full stop behind': (code) => `${code}.`,
  'full stops between': (code) => [...code].join('.'),
  'a hash': (code) => `#${code}`,
  'a line break behind': (code) => `${code}\n`,
  'direction marks': (code) => `\u202a${code}\u202c`,
  'zero-width spaces': (code) => `${code.slice(0, 3)}\u200b${code.slice(3)}\u200b`,
  'full-width digits': (code) =>
    code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  'a word before': (code) => `code: ${code.slice(0, 3)} - ${code.slice(3)}`,
};

test.each(Object.entries(asTyped))(
  'a code typed with %s is accepted, by one rule for all codes',
  (_, typed) => {
    for (const [schema, code] of [
      [TextCode, '041266'],
      [EmailCode, '04126655'],
      [PaymentCode, '0412'],
      [PaymentCode, '0412665599'],
    ] as const)
      expect(read(schema, typed(code))).toBe(code);
  },
);

test('the code is found in a whole message', () => {
  const text = phoneTextWords.code('878116', 'nkomo.example');
  expect(read(TextCode, text)).toBe('878116');
  // A one-line field joins the lines of a pasted text.
  expect(read(TextCode, text.replaceAll('\n', ''))).toBe('878116');
  expect(read(TextCode, 'Call 0241234567. 123456 is not it, nor 654321.\n@nkomo.example #878116')).toBe(
    '878116',
  );
  expect(read(EmailCode, 'Code\n1234 5678\nIt works once, for 30 minutes.')).toBe('12345678');
  expect(read(PaymentCode, 'Your voucher is 123456. It is valid for 5 minutes.')).toBe('123456');
});

test('an impossible code is refused by its own rule', () => {
  expect(read(TextCode, '')).toBe('valueRequired');
  for (const typed of ['12345', '1234567', 'no digits', ' ', '123456 or 654321', 'x'.repeat(3000)])
    expect(read(TextCode, typed)).toBe('codeDigits 6');
  expect(read(EmailCode, '123456')).toBe(`codeDigits ${EMAIL_CODE_LENGTH}`);
  for (const typed of ['123', '12345678901']) expect(read(PaymentCode, typed)).toBe('paymentCode');
});
