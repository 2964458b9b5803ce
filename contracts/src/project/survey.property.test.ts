import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COMPLETION_ALPHABET,
  COMPLETION_CODE_LENGTH,
  CompletionCode,
  SurveyAddress,
  fillPlaceholders,
} from './survey.ts';

const names = ['PARTICIPANT', 'STUDY', 'SESSION', 'RETURN'] as const;
const values = {
  PARTICIPANT: 'P3347C80B43F0',
  STUDY: '01990000-0000-7000-8000-000000011403',
  SESSION: 'x_-9'.repeat(5),
  RETURN: 'https://nkomo.example/c/K7QXM2R9',
};

/** Characters that tools put between placeholders, encoded or not. */
const piece = fc.string({
  unit: fc.constantFrom(...Array.from('abcXYZ019-._~!$&\'()*+,;=:@/?#[]%2F{}|"<>^`')),
  maxLength: 12,
});
const between = piece.filter((text) => !text.includes('{') && !text.includes('}'));
const tail = fc.array(fc.tuple(fc.constantFrom(...names), between), { maxLength: 6 });

test('everything but the placeholders stays byte for byte, in the query and in the fragment', () => {
  fc.assert(
    fc.property(fc.constantFrom('?', '#'), between, tail, (mark, first, rest) => {
      const address = `https://ee.kobotoolbox.org/x/abc${mark}${first}${rest.map(([name, text]) => `{{${name}}}${text}`).join('')}`;
      expect(SurveyAddress.safeParse(address).data).toBe(address);
      const expected = `https://ee.kobotoolbox.org/x/abc${mark}${first}${rest.map(([name, text]) => `${encodeURIComponent(values[name])}${text}`).join('')}`;
      expect(fillPlaceholders(address, values)).toBe(expected);
      expect(new URL(expected).host).toBe('ee.kobotoolbox.org');
    }),
  );
});

const code = fc.string({
  unit: fc.constantFrom(...Array.from(COMPLETION_ALPHABET)),
  minLength: COMPLETION_CODE_LENGTH,
  maxLength: COMPLETION_CODE_LENGTH,
});

test('a code survives case, spaces and hyphens', () => {
  const separator = fc.constantFrom('', '', ' ', '-', ' - ', '\u2011', '\u00a0', '\u200b');
  fc.assert(
    fc.property(
      code,
      fc.array(fc.tuple(separator, fc.boolean()), { minLength: 9, maxLength: 9 }),
      (given, noise) => {
        const typed = [...given, '']
          .map((one, at) => `${noise[at]?.[0] ?? ''}${noise[at]?.[1] ? one.toLowerCase() : one}`)
          .join('');
        expect(CompletionCode.safeParse(typed).data).toBe(given);
      },
    ),
  );
});

test('an address is https alone, without user or port, with our placeholders after the path', () => {
  const refused = [
    'http://kobotoolbox.org/x?d={{PARTICIPANT}}',
    'https://ama@kobotoolbox.org/x',
    'https://ama:pin@kobotoolbox.org/x',
    'https://kobotoolbox.org:8443/x',
    'https://kobotoolbox.org\\@evil.example/x',
    'https://127.0.0.1/x',
    'https://localhost/x',
    'https://kobotoolbox.org/x y',
    'https://kobotoolbox.org/x?d={{NAME}}',
    'https://kobotoolbox.org/x?d={{participant}}',
    'https://kobotoolbox.org/x?d={{PARTICIPANT}',
    'https://kobotoolbox.org/{{PARTICIPANT}}?d=1',
    'https://{{PARTICIPANT}}.org/x',
    'http://localhost:3000/dev/survey@evil.example/',
    'http://localhost:3000/dev/other',
    'javascript:alert(1)',
    ' https://kobotoolbox.org/x',
    '',
  ];
  for (const address of refused)
    expect([address, SurveyAddress.safeParse(address).success]).toEqual([address, false]);
  for (const address of [
    'https://kobotoolbox.org',
    'http://localhost:3000/dev/survey?d={{PARTICIPANT}}',
    'https://forms.gle/aB1?usp=pp_url&entry.1={{PARTICIPANT}}#a',
  ])
    expect([address, SurveyAddress.safeParse(address).success]).toEqual([address, true]);
});
