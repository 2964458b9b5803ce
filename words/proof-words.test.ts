import { expect, test } from 'vitest';
import { FIRST_WORDS, SECOND_WORDS } from '@app/words/proof-words.ts';

const LENGTH = 256;

/** Words with the same key are hard to tell apart on a bad line: b and p, d and t, and vowels sound alike. */
function soundKey(word: string): string {
  const sounds = word
    .replaceAll('ph', 'f')
    .replaceAll('ck', 'k')
    .replaceAll('dg', 'j')
    .replace(/gh(?=t)/, '')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/c(?!h)/g, 'k')
    .replaceAll(/g(?=[eiy])/g, 'j')
    .replaceAll('x', 'ks')
    .replace(/^kn/, 'n')
    .replace(/^wr/, 'r')
    .replaceAll(/[bdgqvz]/g, (sound) => 'ptkkfs'.charAt('bdgqvz'.indexOf(sound)))
    .replaceAll(/(.)\1/g, '$1');
  return (/^[aeiou]/.test(sounds) ? 'a' : '') + sounds.replaceAll(/[aeiouyh]|w$/g, '');
}

test.each([
  ['first', FIRST_WORDS],
  ['second', SECOND_WORDS],
])('the %s words fill their list, are short and do not sound alike', (_, words) => {
  expect(words).toHaveLength(LENGTH);
  expect(words.filter((word) => !/^[a-z]{3,8}$/.test(word))).toEqual([]);
  expect([...Map.groupBy(words, soundKey).values()].filter(({ length }) => length > 1)).toEqual([]);
});

test('no word is in both lists', () => {
  expect(FIRST_WORDS.filter((word) => SECOND_WORDS.includes(word))).toEqual([]);
});
