import { expect, test } from 'vitest';
import { files, projectsOf } from '../e2e/tiers.ts';
import { PROJECTS, projectFiles, testFiles, tierOf as tierOfFile } from '../support/tiers.ts';

const tierOf = (project: string) => (project === 'walks' ? 'first' : 'slow');

test('Chromium has walks, and other tests', () => {
  expect(files.filter((file) => file.endsWith('.walk.e2e.ts')).length).toBeGreaterThan(3);
  expect(files.length).toBeGreaterThan(50);
});

test.each(files)('%s is of exactly one tier in Chromium', (file) => {
  expect(new Set(projectsOf(file, true).map(tierOf)).size).toBe(1);
  // The short form leaves some out, and moves none to the other tier.
  for (const project of projectsOf(file, false))
    expect(tierOf(project)).toBe(tierOf(projectsOf(file, true)[0]!));
});

test.each(testFiles.map(({ path }) => path))('%s is of exactly one tier', (path) => {
  const projects = Object.entries(projectFiles).filter(([, included]) => included.includes(path));
  const runs = projects.map(([name]) =>
    (PROJECTS.first as readonly string[]).includes(name) ? 'first' : 'slow',
  );
  expect(runs.length).toBeGreaterThan(0);
  // Some run on the embedded engine besides, in either tier.
  expect(runs[0]).toBe(tierOfFile(path));
});

test('every project of Vitest is of one tier', () => {
  expect([...PROJECTS.first, ...PROJECTS.slow].toSorted()).toEqual(Object.keys(projectFiles).toSorted());
});
