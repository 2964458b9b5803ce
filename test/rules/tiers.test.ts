import { expect, test } from 'vitest';
import { files, playwrightProjects } from '../e2e/tiers.ts';
import { NOT_RUN } from '../support/sizes.ts';
import { PROJECTS, projectFiles, testTier as tierOfFile } from '../support/tiers.ts';
import { listSourceFiles } from './tree.ts';

const testTier = (project: string) => (project === 'walks' ? 'first' : 'slow');

test('Chromium has walks, and other tests', () => {
  expect(files.filter((file) => file.endsWith('.walk.e2e.ts')).length).toBeGreaterThan(3);
  expect(files.length).toBeGreaterThan(50);
});

test.each(files)('%s belongs to exactly one tier in Chromium', (file) => {
  expect(new Set(playwrightProjects(file, true).map(testTier)).size).toBe(1);
  // The short form omits some files, but moves none to the other tier.
  for (const project of playwrightProjects(file, false))
    expect(testTier(project)).toBe(testTier(playwrightProjects(file, true)[0]!));
});

const included: ReadonlySet<string> = new Set(Object.values(projectFiles).flat());

test('every test file belongs to a tier, or only to the full form', () => {
  const all = listSourceFiles('.test.ts', '.test.tsx').map(({ path }) => path);
  expect(all.filter((path) => !included.has(path) && !NOT_RUN.includes(path))).toEqual([]);
  const inChromium = listSourceFiles('.e2e.ts').map(({ path }) => path);
  expect(inChromium.filter((path) => !files.includes(path.replace('test/e2e/', '')))).toEqual([]);
});

test.each(Object.entries(projectFiles))('the files of %s belong to their tier by name', (project, paths) => {
  const tier = (PROJECTS.first as readonly string[]).includes(project) ? 'first' : 'slow';
  // Files of the first tier run again on the second engine, in the slow tier.
  const others = project === 'slow embedded' ? [] : paths.filter((path) => tierOfFile(path) !== tier);
  expect(others).toEqual([]);
});

test('every project of Vitest belongs to one tier', () => {
  expect([...PROJECTS.first, ...PROJECTS.slow].toSorted()).toEqual(Object.keys(projectFiles).toSorted());
});
