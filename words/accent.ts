const PLAIN_LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED_LETTERS = 'áƀçđéƒĝĥíĵķłɱñóþǫŕšťúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶŁṀÑÓÞǪŔŠŤÚṼŴẊÝŽ';
const characters = new Map(
  PLAIN_LETTERS.split('').map((character, at) => [character, ACCENTED_LETTERS.charAt(at)]),
);

/** An address must not change, so it gets no accents. */
const isAddress = (text: string) => /^(\/|#|\w+:)|^\S+@\S+$/.test(text);

const accentText = (text: string) =>
  isAddress(text) ? text : text.replace(/[A-Za-z]/g, (character) => characters.get(character) ?? character);

function collectTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTexts) : [];
}

/** Names that are inserted into a text do not come from the catalogue, so they lose their accents again. */
function restoreValues(sentence: unknown, given: readonly unknown[]): unknown {
  if (typeof sentence !== 'string') return sentence;
  const names = given.flatMap(collectTexts).filter((text) => /[A-Z\d]/.test(text));
  return names.reduce((text, name) => text.replaceAll(accentText(name), name), sentence);
}

/** A text without accents on a screen is missing from the catalogue. */
export function accentWords<T>(words: T): T {
  if (typeof words === 'string') return accentText(words) as T;
  if (typeof words === 'function')
    return ((...given: unknown[]) => restoreValues(accentWords(words(...given)), given)) as T;
  if (Array.isArray(words)) return words.map(accentWords) as T;
  if (typeof words !== 'object' || words === null || words instanceof RegExp) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, accentWords(value)])) as T;
}
