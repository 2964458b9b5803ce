import fc from 'fast-check';
import { expect, test } from 'vitest';
import { authWords } from '@app/words/auth.ts';
import { phoneTextWords } from '@app/words/phone-texts.ts';
import { UNITS_PER_PART, toGsm7, countGsm7Units } from './gsm7.ts';

/** One or two units of GSM-7, as in the two tables of the standard. */
const ALLOWED =
  /^[@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}[\]~|€\\]*$/u;

/** Letters, marks and spaces that can be sent, alone or in combination. */
const FOLDABLE = Array.from('aZ9@é{€Ɛɛɔŋƒ…₵’“–çã\u0301\u0303\u200B\u00AD\u00A0\t\r\nGH');

test.each([
  ['Ɛyɛ Ɔkɔmfoɔ', 'Eye Okomfoo'],
  ['Aŋɔ́ Ʋɔ̃ɖui ƒe ɣletí', 'Ano Vodui fe gletì'.replace('ì', 'i')],
  ['Ƙofar ɗan Ɓirni ƴa', 'Kofar dan Birni ya'],
  ['GH₵ 20.00 or ₵5', 'GHS 20.00 or GHS5'],
  ['It’s “ten” – or…', 'It\'s "ten" - or...'],
  ['24\u00A0Nov\t09:30', '24 Nov 09:30'],
  ['a\u200Bb\u00ADc\uFEFF', 'abc'],
  ['ça va à là é', 'ca va à là é'],
  ['ﬁ ½', undefined],
  ['王 Kofi', undefined],
  ['\u{1F3E6}', undefined],
])('%j is folded to %j', (given, folded) => {
  expect(toGsm7(given)).toBe(folded);
});

test('folded text contains nothing else, folds to itself, and invisible marks cost nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...FOLDABLE), maxLength: 60 }), (text) => {
      const folded = toGsm7(text) ?? 'no replacement: 王';
      expect(folded).toMatch(ALLOWED);
      expect(toGsm7(folded)).toBe(folded);
    }),
  );
});

test('some letters cost two units', () => {
  expect([countGsm7Units('Kofi'), countGsm7Units('{€}'), countGsm7Units('ò\n')]).toEqual([4, 6, 2]);
});

test.each(Object.entries({ ...phoneTextWords, code: phoneTextWords.code('123456', 'app.example.org') }))(
  'the text about a number fits one part with the gateway’s notice: %s',
  (_, text) => {
    expect(toGsm7(text)).toBe(text);
    expect(countGsm7Units(text) + 30).toBeLessThanOrEqual(UNITS_PER_PART);
  },
);

test('the text about a replaced number names the place where the number can be removed', () => {
  expect(phoneTextWords.replaced).toContain(authWords.forgotPassword);
});
