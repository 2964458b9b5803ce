import { looksLikeLink } from '../text.ts';

const address = /https?:|wa\.me|[^\s@]@[^\s@]/i;
/** As it is dialled in Ghana, or with the code of any country. A date with a time has as many digits, and begins otherwise. */
const telephone = /(?<!\d)(?:\+\d{9,}|(?:00)?233\d{9}|0[235]\d{8}(?!\d))/;
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
  if (address.test(text) || looksLikeLink(text)) return true;
  return telephone.test(folded(text).replaceAll(between, ''));
}
