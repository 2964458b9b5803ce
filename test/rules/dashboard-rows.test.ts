import { expect, test } from 'vitest';
import { DASHBOARD_ROWS } from './dashboard-rows.ts';
import { listSourceFiles } from './tree.ts';

/** Matches `test('…'`, also with backticks, but not a step of a test. */
const TITLE = /\btest\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;

const titles = listSourceFiles('.e2e.ts').flatMap(({ text }) =>
  [...text.matchAll(TITLE)].map((match) => match[2] ?? ''),
);
const named = new Set(titles.flatMap((title) => title.match(/\bS-\d{3}\b/g) ?? []));

test('titles are found in any spelling', () => {
  expect(titles.length).toBeGreaterThan(50);
  expect(named.has('S-101')).toBe(true);
});

test.each(Object.entries(DASHBOARD_ROWS))('%s (%s) is named by a test in Chromium', (row) => {
  expect(named).toContain(row);
});
