import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { listSourceFiles, type SourceFile } from './tree.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/**
 * A word of our own that stands where the field has one. `identifiers` are patterns of whole names in lower case with
 * underscores between their parts, `phrases` are patterns of prose. `uses` says how many are left: it may only fall.
 */
interface Entry {
  use: string;
  identifiers?: string[];
  phrases?: string[];
  uses?: number;
  /** Why these uses stay. */
  because?: string;
}

interface Source {
  /** How often each name is used outside comments. */
  names: ReadonlyMap<string, number>;
  /** The text of comments, test titles and documents. */
  prose: string;
  comments: { path: string; words: string[] }[];
}

const LONGEST_COMMENT = 40;
const LINE_LENGTH = 110;

/** These hold the words that the rules forbid. */
const EXEMPT = new Set(['test/rules/language.test.ts', 'test/rules/vocabulary.json']);
const TITLE = /\b(?:test|it|describe)(?:\.[\w.]+)?(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g;
/** Screens, emails and texts are written for their readers (words.test.ts). */
const isCatalogue = (path: string) => path.startsWith('words/en/');
const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** A file's comments, each with its words, and what is left of the file without them. Lines of `//` are one comment. */
function readComments({ path, text }: SourceFile) {
  const comments: { path: string; words: string[] }[] = [];
  if (path.endsWith('.sql')) {
    const lines = text.split('\n');
    const isComment = (line: string) => /^\s*--/.test(line);
    const isHeading = (line: string) => /^-- .* -{20,}$/.test(line);
    for (const [at, line] of lines.entries()) {
      const words = line
        .replace(/^\s*--/, '')
        .split(/\s+/)
        .filter(Boolean);
      if (!isComment(line) || isHeading(line)) continue;
      const before = lines[at - 1] ?? '';
      if (isComment(before) && !isHeading(before)) comments.at(-1)?.words.push(...words);
      else comments.push({ path, words });
    }
    return { comments, rest: lines.filter((line) => !isComment(line)).join('\n') };
  }
  let [rest, last] = ['', 0];
  for (const { start, end, value } of parseSync(path, text).comments) {
    const between = text.slice(last, start);
    const words = value
      .replaceAll(/^\s*\*/gm, ' ')
      .split(/\s+/)
      .filter(Boolean);
    if (/^\s*$/.test(between) && text.startsWith('//', start) && comments.length > 0 && last > 0)
      comments.at(-1)?.words.push(...words);
    else comments.push({ path, words });
    rest += between;
    last = end;
  }
  return { comments, rest: rest + text.slice(last) };
}

function readSource(code: readonly SourceFile[], documents: readonly SourceFile[]): Source {
  const names = new Map<string, number>();
  const read = code.map((file) => ({ ...readComments(file), path: file.path }));
  const titles: string[] = [];
  for (const { rest, path } of read) {
    const untitled = rest.replaceAll(TITLE, (_, __, title: string) => {
      titles.push(title);
      return '';
    });
    for (const [name] of (isCatalogue(path) ? untitled.replaceAll(LITERAL, '') : untitled).matchAll(
      /[A-Za-z]\w*/g,
    )) {
      const parts = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
      names.set(parts, (names.get(parts) ?? 0) + 1);
    }
  }
  const comments = read.flatMap((file) => file.comments);
  const texts = [
    ...comments.map(({ words }) => words.join(' ')),
    ...titles,
    ...documents.map(({ text }) => text),
  ];
  return { names, prose: texts.join('\n'), comments };
}

function countUses(
  { identifiers = [], phrases = [] }: Omit<Entry, 'use'>,
  { names, prose }: Pick<Source, 'names' | 'prose'>,
): number {
  const isPrivate = new RegExp(`^(?:${identifiers.join('|')})$`);
  const named = [...names].filter(([name]) => identifiers.length > 0 && isPrivate.test(name));
  const said = phrases.flatMap((phrase) => [...prose.matchAll(new RegExp(`\\b(?:${phrase})\\b`, 'gi'))]);
  return named.reduce((sum, [, count]) => sum + count, 0) + said.length;
}

const code = listSourceFiles('.ts', '.tsx', '.sql').filter(({ path }) => !EXEMPT.has(path));
const source = readSource(code, listSourceFiles('.md'));

test.each(Object.entries<Entry>(vocabulary))('"%s" is used no more than before', (_, entry) => {
  const most = entry.uses ?? 0;
  expect(countUses(entry, source), `Say instead: ${entry.use}`).toBeLessThanOrEqual(most);
  expect(most === 0 || entry.because !== undefined, 'uses that stay have a reason').toBe(true);
});

test('no file is named by a private word', () => {
  const paths = listSourceFiles('').map(({ path }) => path);
  const patterns = Object.values<Entry>(vocabulary).flatMap(({ identifiers = [] }) => identifiers);
  const isPrivate = new RegExp(`^(?:${patterns.join('|')})$`);
  const inFileNames = (path: string) =>
    path
      .split('/')
      .some((part) => isPrivate.test(part.replace(/\..*$/, '').replaceAll('-', '_').toLowerCase()));
  expect(paths.length).toBeGreaterThan(1000);
  expect(paths.filter(inFileNames)).toEqual([]);
});

describe('a private word is found', () => {
  const found = (text: string, entry: Omit<Entry, 'use'>, path = 'a.ts') =>
    countUses(entry, readSource([{ path, text }], []));

  test('in names, however their parts are joined', () => {
    const entry = { identifiers: ['(.*_)?told(_.*)?'] };
    expect(found('const toldAt = row.told_at ?? TOLD;', entry)).toBe(3);
    expect(found('const stolen = holdTolderance;', entry)).toBe(0);
    expect(found('-- told\nselect told_at from a;', entry, 'a.sql')).toBe(1);
  });

  test('in comments and test titles, and not in code', () => {
    const entry = { phrases: ['is told', 'whoever'] };
    expect(found('/** Whoever waits\n * is told. */\nconst whoever = 1;', entry)).toBe(2);
    expect(found("test.each([1])('S-1 whoever waits', async () => {});", entry)).toBe(1);
  });
});

const { comments } = source;

test(`a comment has at most ${LONGEST_COMMENT} words`, () => {
  expect(comments.length).toBeGreaterThan(1000);
  expect(comments.filter(({ words }) => words.length > LONGEST_COMMENT)).toEqual([]);
});

test('a comment opens with its subject', () => {
  const opening = /^(Of|What|Whose|Whoever|The same|As) /;
  expect(comments.filter(({ words }) => opening.test(words.join(' ')))).toEqual([]);
});

test(`a line of a comment has at most ${LINE_LENGTH} characters`, () => {
  const wide = code.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        line.length > LINE_LENGTH && /^\s*(?:\/\/(?! oxlint)|\/?\*|--)/.test(line)
          ? [`${path}:${at + 1}`]
          : [],
      ),
  );
  expect(wide).toEqual([]);
});

/** Contracts and test data that one factory or one computed import reads from each service, and the router's exports. */
const ONE_NAME_IN_SEVERAL_FILES = new Set([
  'apps/web Component',
  'apps/web clientLoader',
  'apps/web clientMiddleware',
  'apps/web handle',
  'apps/web meta',
  'apps/web shouldRevalidate',
  'contracts erasePerson',
  'contracts findObstacles',
  'contracts readOwnData',
  'contracts readSigningKeys',
  'test recipes',
  'test rows',
  'test test',
]);

test('an exported name is defined once in its package', () => {
  const EXPORTED =
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm;
  const files = new Map<string, Set<string>>();
  for (const { path, text } of code) {
    if (!/\.tsx?$/.test(path) || /\.(test|e2e)\.tsx?$|\.d\.m?ts$/.test(path)) continue;
    const [, packageName = ''] = /^(services\/\w+|apps\/\w+|[^/]+)/.exec(path) ?? [];
    for (const [, name = ''] of text.matchAll(EXPORTED)) {
      const key = `${packageName} ${name}`;
      files.set(key, (files.get(key) ?? new Set()).add(path));
    }
  }
  const repeated = [...files].filter(([, paths]) => paths.size > 1).map(([key]) => key);
  expect(repeated.toSorted()).toEqual([...ONE_NAME_IN_SEVERAL_FILES].toSorted());
});
