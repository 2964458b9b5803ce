import { expect, test } from 'vitest';
import { runForEach, runSteps } from './job-steps.ts';

const refuse = async () => {
  throw new Error('It never works');
};

test('a row that fails does not stop the others, and is named in the error', async () => {
  const done: string[] = [];
  const handle = async (row: string) => (row === 'bad' ? refuse() : void done.push(row));
  await expect(runForEach(['first', 'bad', 'last'], (row) => row, handle)).rejects.toThrow(/^Failed: bad$/);
  expect(done).toEqual(['first', 'last']);
  await expect(runForEach([], String, refuse)).resolves.toBeUndefined();
});

test('a step that fails does not stop the others, and is named in the error', async () => {
  const done: string[] = [];
  const steps = { refuse: () => refuse(), last: async (all: string[]) => void all.push('last') };
  await expect(runSteps(done, steps)).rejects.toThrow('Failed: refuse');
  expect(done).toEqual(['last']);
});
