import type { PersonName } from '../people/ask-identity.ts';

/** Letters of Ghana's languages for which most keyboards have no key, and what is typed in their place. */
const typedFor = new Map([
  ['Ɛ', 'E'],
  ['Ɔ', 'O'],
  ['Ŋ', 'N'],
  ['Ɖ', 'D'],
  ['Ƒ', 'F'],
  ['Ɣ', 'G'],
  ['Ɩ', 'I'],
  ['Ʊ', 'U'],
  ['Ʋ', 'V'],
  ['Ʒ', 'Z'],
]);

/** What stands between the words of names; other signs are part of a word, and so a wildcard is none. */
const breaks = /[\s\p{Dash}\p{Quotation_Mark}\p{Ps}\p{Pe}.,`ʻʼ]+/u;

/** In upper case, since two letters that differ only in lower case (σ and ς) are one there. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase();
  return [...plain]
    .map((letter) => typedFor.get(letter) ?? letter)
    .join('')
    .split(breaks)
    .filter((word) => word !== '');
}

/**
 * Whether a name is one that is searched for: each typed word begins some word of it. Here and not in SQL, so that both
 * engines find the same. Undefined where no word is typed.
 */
export function nameMatcher(typed: string): ((name: PersonName) => boolean) | undefined {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return undefined;
  return ({ firstName, lastName }) => {
    const words = wordsOf(`${firstName} ${lastName}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}
