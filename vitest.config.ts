import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Many tests wait for letters, retries and other processes, so a small machine runs more of them than it has cores. */
const WORKERS = Math.max(4, availableParallelism());
const slow = { testTimeout: 30_000, hookTimeout: 120_000 };
/** Tests that call the services; they run on both engines. */
const overHttp = [
  'services/**/*.test.ts',
  'test/*.test.ts',
  'test/{access,answers,idempotency,logs,malformed}/*.test.ts',
];
/** Only a server lets two transactions run at once and knows roles; these mean nothing on the embedded engine. */
const onServerOnly = ['services/**/*.race.test.ts', 'test/**/*.race.test.ts', 'test/*.postgres.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
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
          name: 'process',
          include: ['test/process/*.test.ts'],
          // Each starts whole processes and databases: side by side they would only slow each other down.
          fileParallelism: false,
          ...slow,
        },
      },
      {
        test: {
          name: 'pglite',
          include: overHttp,
          exclude: onServerOnly,
          globalSetup: ['test/setup-pglite.ts'],
          ...slow,
        },
      },
      {
        test: {
          name: 'postgres',
          include: overHttp,
          globalSetup: ['test/setup-postgres.ts'],
          ...slow,
        },
      },
    ],
  },
});
