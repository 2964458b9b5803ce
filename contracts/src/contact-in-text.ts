/** Each pair is a Cyrillic or Greek letter or a small capital, and the Latin letter that looks like it. */
const HOMOGLYPHS = new Map(
  (
    'аa еe оo рp сc уy хx іi јj ѕs ԁd һh ӏl вb кk мm нh тt гr ԛq ԝw АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ІI ЈJ ЅS ' +
    'αa εe ιi κk νv οo ρp τt υu χx ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX օo ոn սu ıi ' +
    'ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz'
  )
    .split(' ')
    .map(([shown = '', read = '']) => [shown, read]),
);

/** Some browsers read these signs as the full stop of an address (UTS 46). */
const FULL_STOPS = /[.。۔܁܂ꓸ·•‧∙⋅․．｡﹒]/gu;
const ASTERISKS = /[∗⁎٭✱✲⋆]/gu;
const DIGIT_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const digitWord = new RegExp(`(?<!\\p{L})(?:${DIGIT_WORDS.join('|')}|oh)(?!\\p{L})`, 'giu');

const foldLookAlikes = (text: string): string =>
  [...text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')]
    .map((character) => HOMOGLYPHS.get(character) ?? character)
    .join('')
    .replaceAll(FULL_STOPS, '.')
    .replaceAll(ASTERISKS, '*')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

/** In each script the ten digits follow each other. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return code < 0x80 ? Number(digit) : value;
}

const address = /[a-z]:\/\/|https?:|(?<!\p{L})(?:www\.\S|wa\.me(?!\p{L}))|\.xn--|[^\s@]@[^\s@]/iu;
const internetAddress = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?=\d)|(?!\d))){4}/;
const spelledAddress =
  /[\p{L}\p{N}](?: \. ?(?:com|org|biz|xyz|gh)| ?[([{]? ?(?<!\p{L})dot(?!\p{L}) ?[)\]}]? ?(?:com|net|org|info|biz|xyz|gh|io|ng|ru|ly|tk))(?![\p{L}\p{N}])/iu;

/** Top-level domains that are not English words. */
const topLevelDomain =
  /^(?:com|net|org|info|biz|xyz|mobi|cfd|icu|sbs|wiki|a[c-giloqruwxz]|b[abdf-jl-or-tvwz]|c[acdf-ik-oru-z]|d[ejkmz]|e[cegr-u]|f[i-kmor]|g[abd-il-np-uwy]|h[knrtu]|i[delmoqr]|j[emop]|k[eg-imnprwyz]|l[a-cikr-vy]|m[acdghk-xz]|n[acefgilpruz]|om|p[ae-hk-nrstwy]|qa|r[eosuw]|s[a-eg-nr-vxyz]|t[cdf-hj-nrtvwz]|u[agkyz]|v[aceginu]|w[fs]|y[et]|z[amw])$/;
const wordTopLevelDomain =
  /^(?:am|as|at|be|by|do|in|is|it|me|my|no|so|to|us|africa|app|bet|bid|blog|cash|chat|click|cloud|club|company|dev|digital|email|fun|gift|group|help|ink|life|link|live|loan|lol|men|money|mov|name|network|news|one|online|page|plus|press|pro|rest|rocks|shop|site|social|software|space|store|stream|support|team|tech|tel|tips|today|top|trade|travel|vip|website|win|work|world|zip|zone)$/;
const initialOrTitle = /(?:^|[\s.(])(?:\p{Lu}|Dr|Fr|Hon|Ing|Jr|Mr|Mrs|Ms|Prof|Rev|Sr|St)$/u;

/** Initials and titles, such as `J.Page` and `Dr.Li`, do not count as a domain, unless a path follows. */
function containsDomain(text: string, kind: Kind): boolean {
  for (const found of text.matchAll(/\.(\p{L}{2,63})(?![\p{L}\p{N}])(\/\S| [\p{L}\p{N}])?/gu)) {
    const [, last = '', next = ''] = found;
    const before = text.slice(Math.max(0, found.index - 8), found.index);
    const isWord = wordTopLevelDomain.test(last.toLowerCase());
    const startsUpperCase = /^\p{Lu}\p{Ll}+$/u.test(last);
    if (!/[\p{L}\p{N}]$/u.test(before) || !(isWord || topLevelDomain.test(last.toLowerCase()))) continue;
    if (next.startsWith('/')) return true;
    if (startsUpperCase && initialOrTitle.test(before)) continue;
    if (/\d$/.test(before) && /^[ap]m$/i.test(last)) continue;
    // People forget the space after a full stop, so "Ok.so what" counts as no domain.
    if (kind === 'SENTENCES' && isWord && next !== '' && (last.length === 2 || startsUpperCase)) continue;
    return true;
  }
  return false;
}

/** Dates and times can have as many digits as telephone numbers. */
const dateOrTime =
  /(?<!\d[-/.]?)(?:(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:20)?\d\d|20\d\d([-/.])\d\d\2\d\d)(?![-/.]?\d)|(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?![:\d])/g;
const telephone = /(?<!\d)(?:\+\d{9,}|00[1-9]\d{8,}|233\d{9}(?!\d)|0[235]\d{8}(?!\d)|0800\d{5,6}(?!\d))/;
const separators = /[\s.,_*/()|·–—-]/gu;
/** For example `*170#` for mobile money. */
const dialledCode =
  /(?:\*|(?<!\p{L})(?:star|asterisk)) ?\d(?:[\d *]|star){0,40}(?:#|hash(?!\p{L}))|#\d{2,}#|(?<![\d\p{L}*)]|\d )\*\d{3}(?![\d\p{L}])/iu;

const foldDigits = (text: string): string =>
  text
    .replaceAll(digitWord, (word) => String(Math.max(0, DIGIT_WORDS.indexOf(word.toLowerCase()))))
    .replaceAll(/(?<!\p{L})o(?!\p{L})/giu, '0')
    .replaceAll(/(?<!\p{L})[lI](?!\p{L})/gu, '1');

type Kind = 'NAME' | 'SENTENCES';

/** If this is true, a name is refused, an email leaves the text out, and a message shows a warning. */
export function mayHoldContact(typed: string, kind: Kind = 'SENTENCES'): boolean {
  const text = foldLookAlikes(typed);
  const isAddress = [address, internetAddress, spelledAddress].some((pattern) => pattern.test(text));
  if (isAddress || containsDomain(text, kind)) return true;
  const digits = foldDigits(text);
  return (
    dialledCode.test(digits) || telephone.test(digits.replaceAll(dateOrTime, ';').replaceAll(separators, ''))
  );
}

export const textUnlessContact = (typed: string, kind?: Kind): string =>
  mayHoldContact(typed, kind) ? '' : breakLinks(typed);

/** Mail programs create no links where a space was inserted. */
export const breakLinks = (text: string): string =>
  text
    .replaceAll(/(?<=[^\s(])([.。․．｡﹒])(?=\p{L}{2}|xn--)/gu, '$1 ')
    .replaceAll(/:(?=\/\/|[^\s:]*@)/g, ': ');
