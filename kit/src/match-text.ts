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

/** Anything but letters and digits separates words: 'Cash/Card', 'Round_2'. */
const anySign = /[^\p{L}\p{N}]+/u;

/**
 * The words of a text as they are compared: without marks, and in upper case, since two letters that differ only in lower case
 * (σ and ς) are one there.
 */
export function wordsOf(text: string, between: RegExp = anySign): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toUpperCase();
  return [...plain]
    .map((letter) => typedFor.get(letter) ?? letter)
    .join('')
    .split(between)
    .filter((word) => word !== '');
}

/**
 * Text search: whether each typed word begins some word of the text. Not in SQL, so that both engines find the same.
 * Undefined where no word is typed.
 */
export function textMatcher(
  typed: string,
  between: RegExp = anySign,
): ((text: string) => boolean) | undefined {
  const wanted = wordsOf(typed, between);
  if (wanted.length === 0) return undefined;
  return (text) => {
    const words = wordsOf(text, between);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}
