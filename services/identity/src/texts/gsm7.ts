/** The letters of a text that cost one unit each (3GPP TS 23.038); any other makes a part 70 letters long instead of 160. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Two units each. */
const EXTENDED = new Set('^{}[]~\\|€');
export const UNITS_OF_A_PART = 160;

/** What stands for what no text can hold: typographic marks, cedis, and the letters of Ghana's languages. */
const FOLDED: Readonly<Record<string, string>> = {
  ...pairs('‘’‚‛`´ʼ′', "'"),
  ...pairs('“”„«»″', '"'),
  ...pairs('‐‑‒–—―−', '-'),
  '…': '...',
  '₵': 'GHS',
  ...Object.fromEntries(
    [...'ɛe ɔo ŋn ɖd ƒf ɣg ʋv ʒz ɓb ɗd ƙk ƴy ƐE ƆO ŊN ƉD ƑF ƔG ƲV ƷZ ƁB ƊD ƘK ƳY'.matchAll(/(\S)(\S)/g)].map(
      ([, from = '', to = '']) => [from, to],
    ),
  ),
};

function pairs(marks: string, to: string): Record<string, string> {
  return Object.fromEntries([...marks].map((mark) => [mark, to]));
}

const isKnown = (letter: string) => BASIC.has(letter) || EXTENDED.has(letter);

/** The text in letters that every phone gets in one unit or two; undefined where one is left that nothing stands for. */
export function foldText(text: string): string | undefined {
  const folded = [...text.normalize('NFC').replaceAll(/GH₵/g, 'GHS').replaceAll(/\r\n?/g, '\n')].map(
    foldLetter,
  );
  return folded.includes(undefined) ? undefined : folded.join('');
}

function foldLetter(letter: string): string | undefined {
  if (isKnown(letter)) return letter;
  if (Object.hasOwn(FOLDED, letter)) return FOLDED[letter];
  if (/^[\t\v\f\u0085\u2028\u2029\p{Zs}]$/u.test(letter)) return ' ';
  if (/^[\p{Cf}\p{Cc}\p{Mn}\p{Me}\p{Variation_Selector}]$/u.test(letter)) return '';
  const plain = [...letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')].map((one) =>
    isKnown(one) ? one : FOLDED[one],
  );
  return plain.length === 0 || plain.includes(undefined) ? undefined : plain.join('');
}

/** What a text of these letters costs. */
export function unitsOf(text: string): number {
  return [...text].reduce((units, letter) => units + (EXTENDED.has(letter) ? 2 : 1), 0);
}
