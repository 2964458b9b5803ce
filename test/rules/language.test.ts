import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { listSourceFiles, type SourceFile } from './tree.ts';
import vocabulary from './vocabulary.json' with { type: 'json' };

/**
 * A private word that has a usual one. `identifiers` are patterns of whole names in snake case, `phrases` are
 * patterns of prose. `uses` is the remaining number, which may only fall.
 */
interface Entry {
  use: string;
  identifiers?: string[];
  phrases?: string[];
  uses?: number;
}

interface Source {
  /** The number of uses of each name outside comments. */
  names: ReadonlyMap<string, number>;
  /** The text of comments and documents. */
  prose: string;
  comments: { path: string; words: string[] }[];
}

const LONGEST_COMMENT = 40;

const isTest = ({ path }: SourceFile) => /\.(test|e2e)\.tsx?$|^(test|bench|tools)\//.test(path);

/**
 * Returns a file's comments as words, and the rest of the file. Consecutive lines of `//` are one comment.
 */
function readComments({ path, text }: SourceFile) {
  const comments: { path: string; words: string[] }[] = [];
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
  const read = code.map(readComments);
  for (const { rest } of read)
    for (const [name] of rest.matchAll(/[A-Za-z]\w*/g)) {
      const parts = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
      names.set(parts, (names.get(parts) ?? 0) + 1);
    }
  const comments = read.flatMap((file) => file.comments);
  const prose = [...comments.map(({ words }) => words.join(' ')), ...documents.map(({ text }) => text)].join(
    '\n',
  );
  return { names, prose, comments };
}

function countUses(
  { identifiers = [], phrases = [] }: Omit<Entry, 'use'>,
  { names, prose }: Pick<Source, 'names' | 'prose'>,
): number {
  const isPrivate = new RegExp(`^(?:${identifiers.join('|')})$`);
  const named = [...names].filter(([name]) => identifiers.length > 0 && isPrivate.test(name));
  const matches = phrases.flatMap((phrase) => [...prose.matchAll(new RegExp(`\\b(?:${phrase})\\b`, 'gi'))]);
  return named.reduce((sum, [, count]) => sum + count, 0) + matches.length;
}

const code = listSourceFiles('.ts', '.tsx').filter((file) => !isTest(file));
const source = readSource(code, listSourceFiles('.md'));

test.each(Object.entries<Entry>(vocabulary))('"%s" is used no more often than before', (_, entry) => {
  expect(countUses(entry, source), `Say instead: ${entry.use}`).toBeLessThanOrEqual(entry.uses ?? 0);
});

describe('a private word is found', () => {
  const found = (text: string, entry: Omit<Entry, 'use'>) =>
    countUses(entry, readSource([{ path: 'a.ts', text }], []));

  test('in compound names', () => {
    const entry = { identifiers: ['(.*_)?told(_.*)?'] };
    expect(found('const toldAt = row.told_at ?? TOLD;', entry)).toBe(3);
    expect(found('const stolen = holdTolderance;', entry)).toBe(0);
  });

  test('in comments, and not in code', () => {
    const entry = { phrases: ['is told', 'whoever'] };
    expect(found('/** Whoever waits\n * is told. */\nconst whoever = 1;', entry)).toBe(2);
  });
});

const { comments } = source;

test(`a comment has at most ${LONGEST_COMMENT} words`, () => {
  expect(comments.filter(({ words }) => words.length > LONGEST_COMMENT)).toEqual([]);
});

test('a comment opens with its subject', () => {
  const opening = /^(Of|What|Whose|Whoever|The same|As) /;
  expect(comments.filter(({ words }) => opening.test(words.join(' ')))).toEqual([]);
});
