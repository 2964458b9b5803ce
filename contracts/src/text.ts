import * as z from 'zod/mini';
import { rule } from './rule.ts';

/** One of the listed values, exact and case-sensitive. */
// @__NO_SIDE_EFFECTS__
export function oneOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('notAnOption'),
) {
  return z.enum(values, { error: message });
}

/** A set of the listed values: none twice. */
// @__NO_SIDE_EFFECTS__
export function setOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('notAnOption'),
) {
  // No abort: a rule across fields of a form must be able to speak while a set is still empty.
  return z
    .array(z.enum(values, { error: rule('notAnOption') }), { error: message })
    .check(z.refine((chosen) => new Set(chosen).size === chosen.length, rule('noRepeats')));
}

/** A set of the listed values: at least one, none twice. */
// @__NO_SIDE_EFFECTS__
export function someOf<const T extends readonly [string, ...string[]]>(
  values: T,
  message: string = rule('atLeastOne'),
) {
  return setOf(values, message).check(z.minLength(1, message));
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Length as a person counts it: one emoji or accented letter is one character, on the screen as on the server. */
export function countCharacters(text: string): number {
  // Plain ASCII is most of what is typed, and the segmenter is slow on cheap phones.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

const ordinary = (text: string) => text.isWellFormed() && !text.includes('\u0000');

/** A ceiling in UTF-16 units, so that one "character" of ten thousand joined code points stays out. */
const unitsPerCharacter = 16;

const atMost = (max: number) =>
  [
    z.maxLength(max * unitsPerCharacter, { error: rule(`maxLength ${max}`), abort: true }),
    z.refine<string>(ordinary, { error: rule('characterNotAllowed'), abort: true }),
    z.refine<string>((text) => countCharacters(text) <= max, rule(`maxLength ${max}`)),
  ] as const;

/**
 * Without control bytes, which calendar files forbid (RFC 5545 3.1) and letters show; the line breaks of word processors become ones.
 * Tab, line feed and carriage return stay.
 */
export const withoutControls = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  text.replaceAll(/[\v\f]/g, '\n').replaceAll(/[\u0001-\u0008\u000e-\u001f\u007f]/g, '');

/** Text of at most `max` characters, otherwise kept as typed; may be empty. */
// @__NO_SIDE_EFFECTS__
export function freeText(max: number) {
  return z.string({ error: rule('valueRequired') }).check(z.overwrite(withoutControls), ...atMost(max));
}

/** Spaces and characters that nobody sees: fillers, joiners, direction marks, the empty Braille cell. */
const UNSEEN = String.raw`[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]`;
const unseenOnly = new RegExp(`^${UNSEEN}*$`, 'u');
const unseen = new RegExp(UNSEEN, 'u');

/** Character by character, since a pattern for the end of a long text takes time that grows with its square. */
function trimUnseen(text: string): string {
  const characters = [...text];
  const from = characters.findIndex((one) => !unseen.test(one));
  const last = characters.findLastIndex((one) => !unseen.test(one));
  return characters.slice(Math.max(0, from), last + 1).join('');
}

/** Text that must hold something that people can see; spaces around it are dropped. */
// @__NO_SIDE_EFFECTS__
export function requiredText(max: number, message: string = rule('valueRequired'), clean = withoutControls) {
  return z.string({ error: message }).check(
    z.overwrite(clean),
    z.trim(),
    z.minLength(1, { error: message, abort: true }),
    z.refine<string>((text) => !unseenOnly.test(text), { error: message, abort: true }),
    ...atMost(max),
  );
}

/** Without what turns all that follows (Unicode UAX 9). The single marks stay: names in Arabic have them. */
export const withoutTurns = (text: string) =>
  withoutControls(text).replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** What strangers read as the name of a study or a company. */
// @__NO_SIDE_EFFECTS__
export const publicName = (max: number, message?: string) => requiredText(max, message, withoutTurns);

/** What no name holds: addresses, markup, and characters that turn or hide their neighbours (Unicode TR 36). */
export const NOT_IN_NAMES =
  /[\u034f\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u115f\u1160\u180e\u2800\u3164\uffa0@<>/\\:]+/u;

/** Input default max length and textarea default (section 5). */
export const INPUT_MAX_LENGTH = 50;
export const TEXTAREA_MAX_LENGTH = 250;

/**
 * Local part, @, domain, dot, top-level domain of at least 2 letters (S-502). It is one address, so it has none of the
 * signs with which mail programs write lists and names (RFC 5322 3.4).
 */
const emailPattern = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.[A-Za-z]{2,}$/;
/** A part between full stops is empty, or one of the domain begins or ends with a hyphen: hardly a server takes such a one. */
const emptyPart = /^\.|\.[.@]|@[.-]|(?:-\.|\.-)[^@]*$/;

/**
 * The form under which an address is stored and compared: NFKC, lower case, no spaces around it, and nothing that nobody sees
 * (soft hyphens, direction marks, fillers).
 */
export function normalEmail(email: string): string {
  return email
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .toLowerCase();
}

const EMAIL_MAX_LENGTH = 254;

/**
 * The email address of somebody who may have an account, in its normal form; `ABENA@x.com ` and `abena@x.com` are one person. Whoever
 * registered one with an empty part logs in with it.
 */
export const KnownEmail = z.string({ error: rule('email') }).check(
  z.maxLength(EMAIL_MAX_LENGTH, { error: rule('email'), abort: true }),
  z.overwrite(normalEmail),
  // One character can be eighteen in the normal form.
  z.maxLength(EMAIL_MAX_LENGTH, { error: rule('email'), abort: true }),
  z.refine((text) => emailPattern.test(text) && ordinary(text), { error: rule('email'), abort: true }),
);

/** An email address that an account is to have. */
export const Email = KnownEmail.check(z.refine((text) => !emptyPart.test(text), rule('email')));

/** Whether the text is an address by the rule of section 5; used before the existence check and before resending. */
export function isEmail(text: string): boolean {
  return KnownEmail.safeParse(text).success;
}

/** Blanks, ends of lines and invisible characters, some of which the URL parser drops and a letter shows. */
const notInAddresses = /[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** `meet.example.com:8443` has a port and no scheme. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/**
 * An http(s) address; `example.com` without a scheme is taken as https (KY1). Stored as one word, as every browser reads it,
 * never fetched.
 */
// @__NO_SIDE_EFFECTS__
export function webAddress(ifMoreThanOneWord: string = rule('url')) {
  return z.string({ error: rule('url') }).check(
    // Chats put invisible characters around what is copied.
    z.overwrite(trimUnseen),
    z.maxLength(2048, { error: rule('url'), abort: true }),
    z.refine((text) => !notInAddresses.test(text), { error: ifMoreThanOneWord, abort: true }),
    z.overwrite((text) => (text === '' || scheme.test(text) ? text : `https://${text}`)),
    z.refine(isWebAddress, { error: rule('url'), abort: true }),
    z.overwrite(asRead),
    // What is written in other letters is longer as it is read.
    z.maxLength(2048, { error: rule('url'), abort: true }),
  );
}

/** An address of a host alone stays without the slash that the parser adds. */
function asRead(text: string): string {
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
