import { RULES_WITH_TEXT } from '@app/contracts/rule.ts';
import { auditEventWords } from '@app/words/admin-audit.ts';
import { notices } from '@app/words/notifications.ts';
import { validation } from '@app/words/validation.ts';
import { expect, test } from 'vitest';
import { spelledWords } from './spelled-words.ts';
import { type SourceFile, listSourceFiles, listImports } from './tree.ts';

/** Here screen texts must come from words/; demo people and studies write their own. */
const ROOMS = /^(apps\/web\/(src|worker)|services\/\w+\/src(?!\/demo\/)|contracts\/src)/;

/**
 * These look like screen texts but are not: a credential, a stored value, a log line or a dead letter, a key,
 * a selector.
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

test('every audit event has words', () => {
  for (const [service, events] of Object.entries(auditEventWords)) {
    const file = listSourceFiles('.ts').find(({ path }) => path === `services/${service}/src/audit.ts`);
    const codes = [...(file?.text ?? '').matchAll(/^  \| '(\w+)'/gm)].map(([, code]) => code);
    expect(codes.length).toBeGreaterThan(1);
    expect(new Set(Object.keys(events))).toEqual(new Set(codes));
  }
});

test('texts say only the short word admin', () => {
  const found = listSourceFiles('.ts').filter(
    ({ path, text }) => path.startsWith('words/en/') && /administrator/i.test(text),
  );
  // A legal text changes with its next version.
  expect(found.map(({ path }) => path).toSorted()).toEqual(['words/en/privacy.ts', 'words/en/terms.ts']);
});

test('S-705 errors and notifications write days in words', () => {
  const given = '2026-12-01T09:30:00.000Z';
  const ruleTexts = RULES_WITH_TEXT.filter(
    (code) => code !== 'notAKnownKey' && code !== 'placeholderLeft',
  ).flatMap((code) => [given, given.slice(0, 10)].map((day) => validation[code](day)));
  const params = new Proxy({}, { get: () => given });
  const noticeTexts = Object.values(notices).map((formatNotice) =>
    (formatNotice as (params: object) => string)(params),
  );
  expect(ruleTexts.length).toBeGreaterThan(2);
  // A name may look like a date, and is in quotation marks.
  const texts = [...ruleTexts, ...noticeTexts].map((text) => text.replaceAll(/“[^”]*”/g, ''));
  expect(texts.filter((text) => /\d{4}-\d\d-\d\d/.test(text))).toEqual([]);
});

/** These keys are composed where they are used: `${side}-${end}`. */
const COMPOSED = /^partsPageWords\.positions\./;
/** A component or an export gets the whole of these catalogues, so any file may use them. */
const GIVEN_WHOLE = /^(own\w+|privacyPolicy|termsAndConditions|previewWords|partsPageWords|validation)$/;

/** Returns the entries of a catalogue whose names occur nowhere in the code that uses texts. */
function unread(catalogue: unknown, path: string, isRead: (key: string) => boolean): string[] {
  if (typeof catalogue !== 'object' || catalogue === null || Array.isArray(catalogue)) return [];
  return Object.entries(catalogue).flatMap(([key, value]) =>
    isRead(key) ? unread(value, `${path}.${key}`, isRead) : [`${path}.${key}`],
  );
}

/** Returns whether a key occurs in one of the files: by itself, or quoted if it is not an identifier. */
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
    // One text of the catalogue may contain another.
    const within = new Set([...text.matchAll(/\.(\w+)|\$\{(\w+)/g)].map(([, key, name]) => key ?? name));
    // A code in capitals may be the value of a variable in another file.
    const isNamed = (key: string) => inContracts(key) || (/^[A-Z_\d]+$/.test(key) && inAnyFile(key));
    const isRead = (key: string) => inImporters(key) || within.has(key) || isNamed(key);
    const catalogues = (await import(`../../${path}`)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(catalogues))
      found.push(...unread(value, name, GIVEN_WHOLE.test(name) ? inAnyFile : isRead));
  }
  expect(found.filter((path) => !COMPOSED.test(path))).toEqual([]);
  expect(unread({ a: { b: '', c: () => '' } }, 'it', (key) => key !== 'c')).toEqual(['it.a.c']);
});

/** Letters of the alphabet, and dead letters. */
const OTHER_MEANINGS = /dead.letters?|first letters|letters or digits|letters of Ghana/;

test('texts call an email an email', () => {
  const lines = listSourceFiles('.ts')
    .filter(({ path }) => path.startsWith('words/en/'))
    .flatMap(({ path, text }) => text.split('\n').map((line) => `${path}: ${line.trim()}`));
  expect(lines.length).toBeGreaterThan(2000);
  const texts = lines.filter((line) => !/^\S+: (?:\/\*|\*|\/\/)/.test(line));
  const found = texts.filter((line) => /['"`](?:[^'"`]*[^\w'"`])?[Ll]etters?\b(?![-\w]*\.ts)/.test(line));
  expect(found.filter((line) => !OTHER_MEANINGS.test(line))).toEqual([]);
});

/** Read on paper, by developers or by operators, or made long on purpose (the parts page). */
const NOT_ON_A_SCREEN =
  /^words\/en\/(terms|privacy|ethics|consent-template|data-export|parts-page|gauges|dev|.*commands?|.*emails|operator)/;
const MOST_WORDS = 15;

test('a sentence on a screen has at most 15 words', () => {
  const files = listSourceFiles('.ts').filter(
    ({ path }) => path.startsWith('words/en/') && !NOT_ON_A_SCREEN.test(path),
  );
  expect(files.length).toBeGreaterThan(50);
  const long = (text: string) =>
    [...text.matchAll(/(['`])((?:\\.|(?!\1)[^\n\\])*)\1/g)]
      .flatMap(([, , written = '']) => written.split(/(?<=[.?!:;])(?:\s+|(?=\$\{))/))
      .filter((sentence) => sentence.replaceAll(/\$\{[^}]*\}/g, 'X').split(/\s+/).length > MOST_WORDS);
  expect(files.flatMap(({ path, text }) => long(text).map((sentence) => `${path}: ${sentence}`))).toEqual([]);
  expect(long(`'${'a '.repeat(MOST_WORDS)}a.'`)).toHaveLength(1);
});
