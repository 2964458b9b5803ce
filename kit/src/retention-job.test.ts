import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { deleteExpired } from './retention-job.ts';

test('a failing deletion does not stop the others, and is named in the error', async () => {
  const done: string[] = [];
  const deletions = {
    endedLimits: () => Promise.reject(new Error('locked')),
    oldTexts: async () => done.push('oldTexts') - 1,
  };
  await expect(deleteExpired({} as Kysely<unknown>, deletions)).rejects.toThrow('Failed: endedLimits');
  expect(done).toEqual(['oldTexts']);
});
