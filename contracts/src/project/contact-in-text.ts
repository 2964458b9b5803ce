import { holdsWebAddress } from '../text.ts';

const address = /https?:|wa\.me|[^\s@]@[^\s@]/i;
/** Endings of two letters that are no words: people leave out the space after a full stop, as in "Ok.so". Before a path any counts. */
const shortEnding =
  /\.(?:ai|cc|co|de|eu|fr|gd|gh|gl|io|ke|ly|ng|nl|ru|tk|tv|uk|za)(?![\p{L}\p{N}])|\.\p{Ll}{2}\/\S/u;
/** A day and a time of day, which have as many digits as a telephone number. Nothing that goes on with further digits. */
const moment =
  /(?<!\d[-/.]?)(?:(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:20)?\d\d|20\d\d([-/.])\d\d\2\d\d)(?![-/.]?\d)|(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?![:\d])/g;
/** As it is dialled in Ghana, or with the code of any country. */
const telephone = /(?<!\d)(?:\+\d{9,}|(?:00)?233\d{9}(?!\d)|0[235]\d{8}(?!\d))/;
/** What people put between digits. */
const between = /[\s.,_*/()|·–—-]/gu;

/** Digits of any script, and letters that pass for them where they stand in no word, as plain digits. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replaceAll(/(?<!\p{L})[oO](?!\p{L})/gu, '0')
    .replaceAll(/(?<!\p{L})[lI](?!\p{L})/gu, '1');

/** Of a decimal digit: each script has its ten in one row, so the zero is as far back as there are digits before. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return code < 0x80 ? Number(digit) : value;
}

/**
 * Whether a text may hold a telephone number, a link or an email address, however it is spelled. It only cautions: whoever wants
 * to hide one spells it out, so nothing is refused or changed.
 */
export function mayHoldContact(text: string): boolean {
  if (address.test(text) || holdsWebAddress(text) || shortEnding.test(text)) return true;
  return telephone.test(folded(text).replaceAll(moment, ';').replaceAll(between, ''));
}
