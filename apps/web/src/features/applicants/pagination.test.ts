import type { Page } from '@app/contracts/endpoint.ts';
import type { Applicant, ApplicantFilter } from '@app/contracts/project/applicants.ts';
import { expect, it } from 'vitest';
import { nextPage, pageRows, changeLoadedRows } from './pagination.ts';
import { testApplicant, testPage } from '../../../test/test-applicant.ts';

const SIZE = 10;
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => testApplicant(`${from + at}`));

/** Reads all pages from a server whose rows may change between two reads. */
function readAll(pages: Page<Applicant>[], filter: ApplicantFilter, onServer: readonly Applicant[]): number {
  let asked = 0;
  for (let next = nextPage(pages, filter); next !== undefined; next = nextPage(pages, filter)) {
    pages.push(testPage(onServer, next, SIZE));
    if ((asked += 1) > 50) throw new Error('It never ends');
  }
  return asked;
}

it('reads an unchanged list page by page', () => {
  const all = people(35);
  const pages = [testPage(all, 0, SIZE)];
  expect(readAll(pages, {}, all)).toBe(3);
  expect(pageRows(pages)).toEqual(all);
  expect(nextPage([testPage([], 0, SIZE)], {})).toBeUndefined();
});

it('skips and repeats no one when rows no longer match the filter', () => {
  for (const left of [1, 4, 10]) {
    const all = people(35);
    const decided = all.slice(0, left).map((row) => ({ ...row, status: 'ACCEPTED' as const }));
    const pages = [{ ...testPage(all, 0, SIZE), content: [...decided, ...all.slice(left, SIZE)] }];
    readAll(pages, { status: 'PENDING' }, all.slice(left));
    expect(pageRows(pages).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  }
});

it('reaches the end even if many apply meanwhile', () => {
  for (const came of [1, 10, 25]) {
    const all = people(35);
    const pages = [testPage(all, 0, SIZE)];
    readAll(pages, {}, [...people(came, 100), ...all]);
    expect(pageRows(pages)).toEqual(expect.arrayContaining(all));
    expect(new Set(pageRows(pages).map(({ id }) => id)).size).toBe(pageRows(pages).length);
  }
});

it('changes the given rows, and no others', () => {
  const all = people(20);
  const before = { pages: [testPage(all, 0, SIZE), testPage(all, 1, SIZE)], pageParams: [0, 1] };
  const after = changeLoadedRows(before, new Map([['3', (row) => ({ ...row, isFavourite: true })]]));
  expect(
    pageRows(after.pages)
      .filter(({ isFavourite }) => isFavourite)
      .map(({ id }) => id),
  ).toEqual(['3']);
  expect(after.pages[1]).toBe(before.pages[1]);
  expect(after.pages[0]?.content[4]).toBe(all[4]);
});
