import { RULES_WITH_TEXT } from '@app/contracts/rule.ts';
import { notices } from '@app/words/notifications.ts';
import { validation } from '@app/words/validation.ts';
import { expect, test } from 'vitest';
import { spelledWords } from './spelled-words.ts';
import { type SourceFile, listSourceFiles, listImports } from './tree.ts';

/** Where people's words may come from words/ only; made-up people and studies speak for themselves. */
const ROOMS = /^(apps\/web\/(src|worker)|services\/\w+\/src(?!\/demo\/)|contracts\/src)/;

/**
 * What reads like words but is not: a credential, a value that is stored, a line of a log or of a parked job, a key, a
 * selector.
 */
const NONE = [
  'Bearer {}',
  'Basic {}',
  'Concept Design',
  'First customers',
  'No mail server confirmed this email',
  'Notifying open pages',
  'Component',
  'Enter',
  'Escape',
  'Home',
  'End',
  'main tbody tr',
];

const spelled = (path: string, text: string) => spelledWords({ path, text });

test('no screen text is spelled outside words/', () => {
  const files = listSourceFiles('.ts', '.tsx').filter(
    ({ path }) => ROOMS.test(path) && !/\.test\.|\/test-[\w-]+\.ts$/.test(path),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap(spelledWords);
  expect(found.filter((line) => !NONE.some((none) => line.endsWith(`: ${none}`)))).toEqual([]);
});

test.each([
  ['text of markup', 'a.tsx', 'const a = <p>Hello</p>'],
  ['an expression in markup', 'a.tsx', "const a = <p>{'Hello you'}</p>"],
  ['an attribute', 'a.tsx', 'const a = <input placeholder="Search" />'],
  ['a constant', 'a.ts', "const text = 'Please try again';"],
  ['a template', 'a.ts', 'const text = `Paid to ${name}`;'],
  ['an end of a sentence', 'a.ts', "const text = count + ' places are left.';"],
  ['a toast', 'a.ts', "toast.error('This did not work');"],
  ['one word of a screen', 'apps/web/src/a.tsx', "const label = 'Save';"],
  ['a fragment of a screen', 'apps/web/src/a.tsx', "const text = 'no studies today';"],
])('screen text is found in %s', (_, path, text) => {
  expect(spelled(path, text)).toHaveLength(1);
});

test.each([
  ['an error for developers', "throw new Error('There is no such page');"],
  ['SQL', 'const q = sql`Select from there`;'],
  ['classes', 'const a = <p className="Text red" />'],
  ['a document', "endpoint({ summary: 'Reads it all' })"],
  ['a log', "log.warn('Could not read it.');"],
])('%s is not screen text', (_, text) => {
  expect(spelled('a.tsx', text)).toEqual([]);
});

test('S-705 errors and notifications write days in words', () => {
  const given = '2026-12-01T09:30:00.000Z';
  const ofRules = RULES_WITH_TEXT.filter(
    (code) => code !== 'notAKnownKey' && code !== 'placeholderLeft',
  ).flatMap((code) => [given, given.slice(0, 10)].map((day) => validation[code](day)));
  const params = new Proxy({}, { get: () => given });
  const ofNotices = Object.values(notices).map((say) => (say as (params: object) => string)(params));
  expect(ofRules.length).toBeGreaterThan(2);
  // A name may be like a date, and stands in quotation marks.
  const texts = [...ofRules, ...ofNotices].map((text) => text.replaceAll(/“[^”]*”/g, ''));
  expect(texts.filter((text) => /\d{4}-\d\d-\d\d/.test(text))).toEqual([]);
});

/** Keys that are put together where they are read: `${side}-${end}`. */
const COMPOSED = /^partsPageWords\.positions\./;
/** Catalogues that a component or an export is given whole: any file may read them. */
const GIVEN_WHOLE = /^(own\w+|privacyPolicy|termsAndConditions|previewWords|partsPageWords|validation)$/;

/** Leaves and branches of a catalogue whose name occurs nowhere where words are read. */
function unread(catalogue: unknown, path: string, isRead: (key: string) => boolean): string[] {
  if (typeof catalogue !== 'object' || catalogue === null || Array.isArray(catalogue)) return [];
  return Object.entries(catalogue).flatMap(([key, value]) =>
    isRead(key) ? unread(value, `${path}.${key}`, isRead) : [`${path}.${key}`],
  );
}

/** Whether a key occurs in one of the files: by itself, or quoted where it is no name. */
function createUseFinder(files: readonly SourceFile[]): (key: string) => boolean {
  const isQuoted = (key: string) => files.some(({ text }) => text.includes(`'${key}'`));
  const isNamed = (key: string) => files.some((file) => identifiersIn(file).has(key));
  return (key) => isNamed(key) || /^\d+$/.test(key) || (!/^\w+$/.test(key) && isQuoted(key));
}

const identifiers = new Map<SourceFile, Set<string>>();
function identifiersIn(file: SourceFile): Set<string> {
  const found = identifiers.get(file) ?? new Set(file.text.match(/[A-Za-z_$][\w$]*/g) ?? []);
  identifiers.set(file, found);
  return found;
}

test('each text of words/ is used by a file that imports its catalogue, or is named by a contract', async () => {
  const files = listSourceFiles('.ts', '.tsx', '.mjs').filter(({ path }) => !/\.test\.|^test\//.test(path));
  const isOfWords = ({ path }: SourceFile) => path.startsWith('words/en/');
  const readers = files.filter((file) => !isOfWords(file));
  const inAnyFile = createUseFinder(readers);
  const inContracts = createUseFinder(readers.filter(({ path }) => path.startsWith('contracts/')));
  const imports = new Map(files.map((file) => [file, new Set(listImports(file))]));
  const found: string[] = [];
  for (const { path, text } of files.filter(isOfWords)) {
    const inImporters = createUseFinder(files.filter((file) => imports.get(file)?.has(path)));
    // One text of the catalogue may be made of another.
    const within = new Set([...text.matchAll(/\.(\w+)|\$\{(\w+)/g)].map(([, key, name]) => key ?? name));
    // A code in capitals may be the value of another file's variable.
    const isNamed = (key: string) => inContracts(key) || (/^[A-Z_\d]+$/.test(key) && inAnyFile(key));
    const isRead = (key: string) => inImporters(key) || within.has(key) || isNamed(key);
    const catalogues = (await import(`../../${path}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(catalogues))
      found.push(...unread(value, name, GIVEN_WHOLE.test(name) ? inAnyFile : isRead));
  }
  expect(found.filter((path) => !COMPOSED.test(path))).toEqual([]);
  expect(unread({ a: { b: '', c: () => '' } }, 'it', (key) => key !== 'c')).toEqual(['it.a.c']);
});

/** Letters of the alphabet, and the legal texts, of which each version asks everybody to agree again. */
const OTHER_MEANINGS = /dead.letters?|first letters|letters or digits|letters of Ghana|^words\/en\/privacy/;

test('texts call an email an email', () => {
  const lines = listSourceFiles('.ts')
    .filter(({ path }) => path.startsWith('words/en/'))
    .flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`));
  expect(lines.length).toBeGreaterThan(2000);
  const texts = lines.filter((line) => !/^\S+: (?:\/\*|\*|\/\/)/.test(line));
  const found = texts.filter((line) => /['"`](?:[^'"`]*[^\w'"`])?[Ll]etters?\b(?![-\w]*\.ts)/.test(line));
  expect(found.filter((line) => !OTHER_MEANINGS.test(line))).toEqual([]);
});
