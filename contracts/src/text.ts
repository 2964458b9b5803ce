import * as z from 'zod/mini';
import { rule } from './rule.ts';

// @__NO_SIDE_EFFECTS__
export function oneOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('notAnOption'),
) {
  return z.enum(values, { error: message });
}

// @__NO_SIDE_EFFECTS__
export function setOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('notAnOption'),
) {
  // An empty set does not end the validation, because rules about several fields must still run.
  return z
    .array(z.enum(values, { error: rule('notAnOption') }), { error: message })
    .check(z.refine((chosen) => new Set(chosen).size === chosen.length, rule('noRepeats')));
}

// @__NO_SIDE_EFFECTS__
export function atLeastOneOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('atLeastOne'),
) {
  return setOf(values, message).check(z.minLength(1, message));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One emoji or accented letter counts as one character. */
export function countCharacters(text: string): number {
  // ASCII text needs no segmenter, which is slow on cheap phones.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

const ordinary = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** One visible character can have ten thousand code points, so the number of UTF-16 units is limited too. */
const unitsPerCharacter = 16;

const atMost = (max: number) =>
  [
    z.maxLength(max * unitsPerCharacter, { error: rule(`maxLength ${max}`), abort: true }),
    z.refine<string>(ordinary, { error: rule('characterNotAllowed'), abort: true }),
    z.refine<string>((text) => countCharacters(text) <= max, rule(`maxLength ${max}`)),
  ] as const;

/**
 * Calendar files must not contain control characters (RFC 5545 3.1). Word processors' line breaks become line
 * feeds.
 */
export const removeControls = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  text.replaceAll(/[\v\f]/g, '\n').replaceAll(/[\u0001-\u0008\u000e-\u001f\u007f]/g, '');

// @__NO_SIDE_EFFECTS__
export function freeText(max: number) {
  return z.string({ error: rule('valueRequired') }).check(z.overwrite(removeControls), ...atMost(max));
}

/** The last character here is the empty Braille cell. */
const INVISIBLE = String.raw`[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
const invisibleOnly = new RegExp(`^${INVISIBLE}*$`, 'u');
const invisible = new RegExp(INVISIBLE, 'u');

/** Written as a loop, because a regular expression would need quadratic time for the end of a long text. */
function trimInvisible(text: string): string {
  const characters = [...text];
  const from = characters.findIndex((one) => !invisible.test(one));
  const last = characters.findLastIndex((one) => !invisible.test(one));
  return characters.slice(Math.max(0, from), last + 1).join('');
}

// @__NO_SIDE_EFFECTS__
export function requiredText(max: number, message: string = rule('valueRequired'), clean = removeControls) {
  return z.string({ error: message }).check(
    z.overwrite(clean),
    z.trim(),
    z.minLength(1, { error: message, abort: true }),
    z.refine<string>((text) => !invisibleOnly.test(text), { error: message, abort: true }),
    ...atMost(max),
  );
}

/**
 * These characters reverse all text after them (Unicode UAX 9). Arabic names need the single direction marks.
 */
export const withoutBidiControls = (text: string) =>
  removeControls(text).replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');

// @__NO_SIDE_EFFECTS__
export const publicName = (max: number, message?: string) => requiredText(max, message, withoutBidiControls);

/** A name must not contain addresses, markup, or characters that reverse or hide others (Unicode TR 36). */
export const NOT_IN_NAMES =
  /[\u034f\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u115f\u1160\u180e\u2800\u3164\uffa0@<>/\\:]+/u;

/** Section 5 of the specification defines this limit. */
export const INPUT_MAX_LENGTH = 50;
export const TEXTAREA_MAX_LENGTH = 250;

/** The field has one address (S-502), so the signs of lists and names are not allowed (RFC 5322 3.4). */
const emailPattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[A-Za-z]{2,}$/;
/** Hardly any mail server accepts an empty part, or a hyphen at the start or end of a part. */
const emptyPart = /^\.|\.[.@]|@[.-]|(?:-\.|\.-)[^@]*$/;

export function normalEmail(email: string): string {
  return email
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toLowerCase();
}

const EMAIL_MAX_LENGTH = 254;

/** Empty parts are allowed here, because some existing accounts have them. */
export const KnownEmail = z.string({ error: rule('email') }).check(
  z.maxLength(EMAIL_MAX_LENGTH, { error: rule('email'), abort: true }),
  z.overwrite(normalEmail),
  // NFKC can turn one character into up to eighteen, so the length is checked after it.
  z.maxLength(EMAIL_MAX_LENGTH, { error: rule('email'), abort: true }),
  z.refine((text) => emailPattern.test(text) && ordinary(text), { error: rule('email'), abort: true }),
);

export const Email = KnownEmail.check(z.refine((text) => !emptyPart.test(text), rule('email')));

/**
 * Section 5 of the specification requires this check before we look for an account or send an email again.
 */
export function isEmail(text: string): boolean {
  return KnownEmail.safeParse(text).success;
}

/** The URL parser removes some of these characters but emails show them. */
const notInAddresses = /[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** `meet.example.com:8443` has a port and no scheme. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** If there is no scheme, https is added. The server never opens the address. */
// @__NO_SIDE_EFFECTS__
export function webAddress(ifMoreThanOneWord: string = rule('url')) {
  return z.string({ error: rule('url') }).check(
    // Chat programs add invisible characters to an address.
    z.overwrite(trimInvisible),
    z.maxLength(2048, { error: rule('url'), abort: true }),
    z.refine((text) => !notInAddresses.test(text), { error: ifMoreThanOneWord, abort: true }),
    z.overwrite((text) => (text === '' || scheme.test(text) ? text : `https://${text}`)),
    z.refine(isWebAddress, { error: rule('url'), abort: true }),
    z.overwrite(normalizeAddress),
    // The limit is high, because percent-encoding makes addresses in other scripts longer.
    z.maxLength(2048, { error: rule('url'), abort: true }),
  );
}

/** The parser adds a slash to an address that has only a host. */
function normalizeAddress(text: string): string {
  const { href, pathname, search, hash } = new URL(text);
  return pathname === '/' && search === '' && hash === '' && !text.endsWith('/') ? href.slice(0, -1) : href;
}

function isWebAddress(text: string): boolean {
  if (!ordinary(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === '' &&
    /^[^.]+(\.[^.]+)*\.[a-z]{2,}$/i.test(url.hostname)
  );
}
