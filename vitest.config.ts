import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Many tests wait for letters, retries and other processes, so a small machine runs more of them than it has cores. */
const WORKERS = Math.max(4, availableParallelism());
/** Beside other work everything takes longer; what has to be fast is measured by its own test. */
const slow = { testTimeout: 120_000, hookTimeout: 120_000 };
/** Every file starts services and a database of its own, and loading their code anew would cost more than most of its tests. */
const overHttpOptions = { ...slow, isolate: false };
/** These take longest, so that whatever is short is done beside them and none is left over at the end. */
const FIRST = [/\/malformed\./, /\/access-matrix\./, /\/process\./];
/** Tests that call the services; they run on both engines. */
const overHttp = [
  'services/**/*.test.ts',
  'test/*.test.ts',
  'test/{access,answers,idempotency,logs,malformed}/*.test.ts',
];
/** Only a server lets two transactions run at once and knows roles; these mean nothing on the embedded engine. */
const onServerOnly = ['services/**/*.race.test.ts', 'test/**/*.race.test.ts', 'test/*.postgres.test.ts'];

/** Whole processes start and end here as well, but nothing is measured. */
const STARTS = ['test/process/process.test.ts'];

const rank = ({ moduleId }: TestSpecification) => {
  const place = FIRST.findIndex((pattern) => pattern.test(moduleId));
  return place === -1 ? FIRST.length : place;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'plain',
          include: [
            'contracts/**/*.test.ts',
            'kit/**/*.test.ts',
            'apps/**/*.test.ts',
            'test/machine/*.test.ts',
            'test/rules/*.test.ts',
          ],
          ...slow,
        },
      },
      {
        test: {
          name: 'start',
          include: STARTS,
          ...slow,
        },
      },
      {
        test: {
          name: 'process',
          include: ['test/process/*.test.ts'],
          exclude: STARTS,
          // After all others, for they measure how soon a product is right again; beside each other, for they mostly wait.
          sequence: { groupOrder: 1 },
          ...slow,
        },
      },
      {
        test: {
          name: 'pglite',
          include: overHttp,
          exclude: onServerOnly,
          globalSetup: ['test/setup-pglite.ts'],
          ...overHttpOptions,
        },
      },
      {
        test: {
          name: 'postgres',
          include: overHttp,
          globalSetup: ['test/setup-postgres.ts'],
          ...overHttpOptions,
        },
      },
    ],
  },
});
