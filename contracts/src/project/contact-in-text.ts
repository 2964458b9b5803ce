import { looksLikeLink } from '../text.ts';

/** The shortest local number of Ghana without its first 0. */
const DIGITS_OF_A_NUMBER = 9;
const address = /https?:|wa\.me|[^\s@]@[^\s@]/i;
/** What people put between digits: a price has a currency, and a date fewer digits. */
const between = /[\s.,_*/()|·–—-]/gu;

/** Digits of any script and the letters that pass for them, as plain digits. */
const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)))
    .replaceAll(/(?<=\d[^\p{L}]{0,3})[oO](?=[^\p{L}]{0,3}[\doO])|[oO](?=[^\p{L}]{0,3}\d)/gu, '0')
    .replaceAll(/(?<=\d[^\p{L}]{0,3})[lI](?=[^\p{L}]{0,3}\d)/gu, '1');

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
  if (address.test(text) || looksLikeLink(text)) return true;
  return new RegExp(`\\d{${DIGITS_OF_A_NUMBER}}`).test(folded(text).replaceAll(between, ''));
}
