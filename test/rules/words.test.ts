import { expect, test } from 'vitest';
import { spelledWords } from './spelled-words.ts';
import { filesOf } from './tree.ts';

/** Where people's words may come from words/ only; made-up people and studies speak for themselves. */
const ROOMS = /^(apps\/web\/(src|worker)|services\/\w+\/src(?!\/demo\/)|contracts\/src)/;

/** What reads like words and is none: a credential, a value that is stored, a line of a log or of a parked job. */
const NONE = [
  'Bearer {}',
  'Basic {}',
  'Concept Design',
  'First customers',
  'No mail server ever said that it took this letter',
  'Notifying open pages',
];

const spelled = (path: string, text: string) => spelledWords({ path, text });

test('nothing that people read is spelled outside words/', () => {
  const files = filesOf('.ts', '.tsx').filter(
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
])('words are found in %s', (_, path, text) => {
  expect(spelled(path, text)).toHaveLength(1);
});

test.each([
  ['an error for developers', "throw new Error('There is no such page');"],
  ['SQL', 'const q = sql`Select from there`;'],
  ['classes', 'const a = <p className="Text red" />'],
  ['a document', "endpoint({ summary: 'Reads it all' })"],
  ['a log', "log.warn('Could not read it.');"],
])('%s is nobody’s reading', (_, text) => {
  expect(spelled('a.tsx', text)).toEqual([]);
});
