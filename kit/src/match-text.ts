/**
 * Most keyboards lack these letters of Ghana's languages, so people type the second letter of each pair
 * instead.
 */
const typedLetters = new Map([
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

/** Splits words such as 'Cash/Card' and 'Round_2' into their parts. */
const anySign = /[^\p{L}\p{N}]+/u;

export function replaceAccents(text: string): string {
  const bare = text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '');
  return [...bare]
    .map((character) => {
      const typed = typedLetters.get(character.toUpperCase()) ?? character;
      return character === character.toUpperCase() ? typed : typed.toLowerCase();
    })
    .join('');
}

/** Returns words in upper case, because some letters have two lower-case forms (σ and ς). */
export function splitWords(text: string, between: RegExp = anySign): string[] {
  return replaceAccents(text)
    .toUpperCase()
    .split(between)
    .filter((word) => word !== '');
}

/**
 * Each typed word must start a word of the text. Matching is not done in SQL, because the two database
 * engines would differ.
 */
export function textMatcher(
  typed: string,
  between: RegExp = anySign,
): ((text: string) => boolean) | undefined {
  const wanted = splitWords(typed, between);
  if (wanted.length === 0) return undefined;
  return (text) => {
    // The name Ama-Serwaa is found by each of its parts and by `amaserwaa`.
    const words = [text, text.replaceAll(signInWord, '')].flatMap((one) => splitWords(one, between));
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}
