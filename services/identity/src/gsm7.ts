/**
 * Characters that need one unit in GSM-7 (3GPP TS 23.038). Any other character makes a part shorter: 70
 * instead of 160 characters.
 */
const BASIC_CHARACTERS = new Set(
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that need two units. */
const EXTENDED_CHARACTERS = new Set('^{}[]~\\|€');
export const UNITS_PER_PART = 160;

/** Replacements for typographic marks, the sign of the cedi, and letters of Ghanaian languages. */
const REPLACED_CHARACTERS: Readonly<Record<string, string>> = {
  ...characterPairs('‘’‚‛`´ʼ′', "'"),
  ...characterPairs('“”„«»″', '"'),
  ...characterPairs('‐‑‒–—―−', '-'),
  '…': '...',
  '₵': 'GHS',
  ...Object.fromEntries(
    [...'ɛe ɔo ŋn ɖd ƒf ɣg ʋv ʒz ɓb ɗd ƙk ƴy ƐE ƆO ŊN ƉD ƑF ƔG ƲV ƷZ ƁB ƊD ƘK ƳY'.matchAll(/(\S)(\S)/g)].map(
      ([, from = '', to = '']) => [from, to],
    ),
  ),
};

function characterPairs(marks: string, to: string): Record<string, string> {
  return Object.fromEntries([...marks].map((mark) => [mark, to]));
}

const isKnown = (character: string) => BASIC_CHARACTERS.has(character) || EXTENDED_CHARACTERS.has(character);

/** Returns undefined if a character of the text has no replacement in GSM-7. */
export function toGsm7(text: string): string | undefined {
  const folded = [...text.normalize('NFC').replaceAll(/GH₵/g, 'GHS').replaceAll(/\r\n?/g, '\n')].map(
    foldCharacter,
  );
  return folded.includes(undefined) ? undefined : folded.join('');
}

function foldCharacter(character: string): string | undefined {
  if (isKnown(character)) return character;
  if (Object.hasOwn(REPLACED_CHARACTERS, character)) return REPLACED_CHARACTERS[character];
  if (/^[\t\v\f\u0085\u2028\u2029\p{Zs}]$/u.test(character)) return ' ';
  if (/^[\p{Cf}\p{Cc}\p{Mn}\p{Me}\p{Variation_Selector}]$/u.test(character)) return '';
  const plain = [...character.normalize('NFKD').replaceAll(/\p{M}/gu, '')].map((one) =>
    isKnown(one) ? one : REPLACED_CHARACTERS[one],
  );
  return plain.length === 0 || plain.includes(undefined) ? undefined : plain.join('');
}

export function countGsm7Units(text: string): number {
  return [...text].reduce((units, character) => units + (EXTENDED_CHARACTERS.has(character) ? 2 : 1), 0);
}
