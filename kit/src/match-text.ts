/** Most keyboards lack these letters of Ghana's languages; people type the second ones. */
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

/** Separates words such as 'Cash/Card' and 'Round_2'. */
const anySign = /[^\p{L}\p{N}]+/u;

export function foldCharacters(text: string): string {
  const bare = text.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '');
  return [...bare]
    .map((character) => {
      const typed = typedLetters.get(character.toUpperCase()) ?? character;
      return character === character.toUpperCase() ? typed : typed.toLowerCase();
    })
    .join('');
}

/** Upper case unites letters with two lower-case forms (σ and ς). */
export function splitWords(text: string, between: RegExp = anySign): string[] {
  return foldCharacters(text)
    .toUpperCase()
    .split(between)
    .filter((word) => word !== '');
}

/**
 * Each typed word must start a word. It is not SQL, so that both engines find the same. Undefined without a
 * word.
 */
export function textMatcher(
  typed: string,
  between: RegExp = anySign,
): ((text: string) => boolean) | undefined {
  const wanted = splitWords(typed, between);
  if (wanted.length === 0) return undefined;
  return (text) => {
    // Ama-Serwaa is found by her parts and as `amaserwaa`.
    const words = [text, text.replaceAll(signInWord, '')].flatMap((one) => splitWords(one, between));
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
}
