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

const signInWord = /(?<=[\p{L}\p{M}])[^\p{L}\p{M}\p{N}\s]+(?=\p{L})/gu;

/** Anything but letters and digits separates words: 'Cash/Card', 'Round_2'. */
const anySign = /[^\p{L}\p{N}]+/u;

/** In letters that every keyboard has: accents go, and Ɔ is O. */
export function plainLetters(text: string): string {
  const bare = text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '');
  return [...bare]
    .map((letter) => {
      const typed = typedFor.get(letter.toUpperCase()) ?? letter;
      return letter === letter.toUpperCase() ? typed : typed.toLowerCase();
    })
    .join('');
}

/**
 * The words of a text as they are compared: without marks, and in upper case, since two letters that differ only in lower case
 * (σ and ς) are one there.
 */
export function wordsOf(text: string, between: RegExp = anySign): string[] {
  return plainLetters(text)
    .toUpperCase()
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
    // Ama-Serwaa is found by her parts, and by `amaserwaa`.
    const words = [text, text.replaceAll(signInWord, '')].flatMap((one) => wordsOf(one, between));
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}
