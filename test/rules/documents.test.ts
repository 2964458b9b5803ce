import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles } from './tree.ts';

/** ARCHITECTURE.md lists the folders of each of these. */
const LISTED = [
  'services/identity/src',
  'services/project/src',
  'services/payment/src',
  'apps/web/src',
  'apps/web/src/features',
];

const files = listSourceFiles('.ts', '.tsx').map(({ path }) => path);
const foldersIn = (root: string) =>
  new Set(
    files
      .filter((path) => path.startsWith(`${root}/`))
      .map((path) => path.slice(root.length + 1).split('/'))
      .flatMap(([name = '', ...rest]) => (rest.length > 0 ? [name] : [])),
  );

/**
 * A list starts with its root. Two spaces end the names of a line; the text after them may name folders
 * inside.
 */
function readFolderList(page: string, root: string): { folders: string[]; inner: string[] } {
  const [, list = ''] = page.split(`\n${root}\n`);
  const lines = list.slice(0, list.search(/^(?:```)?$/m)).split('\n');
  const named = (text: string) => [...text.matchAll(/([\w-]+)\//g)].map(([, name = '']) => name);
  const parts = lines.map((line) => line.split(/ {2,}/));
  return {
    folders: parts.flatMap(([names = '']) => named(names)),
    inner: parts.flatMap(([names = '', text = '']) =>
      named(text).map((name) => join(root, named(names)[0] ?? '', name)),
    ),
  };
}

test.each(LISTED)('ARCHITECTURE.md names each folder of %s, and no other', (root) => {
  const { folders, inner } = readFolderList(readFileSync('ARCHITECTURE.md', 'utf8'), root);
  expect(folders.toSorted()).toEqual([...foldersIn(root)].toSorted());
  expect(inner.filter((folder) => !files.some((path) => path.startsWith(`${folder}/`)))).toEqual([]);
});

const CODE_FOLDERS = 'apps|bench|contracts|demo|deploy|docs|kit|scripts|services|simulators|test|tools|words';
/** A build or an installation makes these. */
const MADE_LATER = new Set(['apps/web/build/en-GH/client/assets', 'deploy/.env']);

/** The targets of links, and paths in backticks that begin at the root. */
function readPaths({ path, text }: { path: string; text: string }): string[] {
  const links = [...text.matchAll(/\]\(([^)\s#:]+)(?:#[^)\s]*)?\)/g)].map(([, target = '']) =>
    join(dirname(path), target),
  );
  const named = [...text.matchAll(new RegExp(`\`((?:${CODE_FOLDERS})/[\\w./-]*)\``, 'g'))].map(
    ([, at = '']) => at,
  );
  return [...links, ...named].filter((target) => !MADE_LATER.has(target));
}

test('every file that a document names exists', () => {
  const named = listSourceFiles('.md').flatMap((page) =>
    readPaths(page).map((target) => ({ page: page.path, target })),
  );
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ target }) => !existsSync(target))).toEqual([]);
  expect(readPaths({ path: 'docs/a.md', text: '[it](b.md#here), `kit/src/c.ts`' })).toEqual([
    'docs/b.md',
    'kit/src/c.ts',
  ]);
});

/** A name with a part left out, such as `*-peer.ts` or `<verb-noun>.ts`, does not count. */
const FILE_NAME = /(?<![\w:.*<>…@/-])\w[\w./-]*\.tsx?\b/g;

function readFileNames({ path, text }: { path: string; text: string }): string[] {
  const isComment = (line: string) => /^\s*(?:\/\/|\/?\*|--)/.test(line);
  const prose = path.endsWith('.md') ? text : text.split('\n').filter(isComment).join('\n');
  return prose.match(FILE_NAME) ?? [];
}

test('every TypeScript file that a comment or a document names exists', () => {
  const endings = new Set(
    files.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))),
  );
  const named = listSourceFiles('.md', '.ts', '.tsx', '.sql').flatMap((source) =>
    readFileNames(source).map((name) => ({ path: source.path, name })),
  );
  expect(named.length).toBeGreaterThan(300);
  expect(named.filter(({ name }) => !endings.has(name))).toEqual([]);
  const text = `const file = 'a.ts';\n  // See kit/b.ts and *-peer.ts.\n * (c.tsx)`;
  expect(readFileNames({ path: 'it.ts', text })).toEqual(['kit/b.ts', 'c.tsx']);
});
