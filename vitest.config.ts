import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { type TestSpecification, BaseSequencer } from 'vitest/node';
import { BOTH_ENGINES, pgliteTests, plainTests, postgresTests } from './test/support/engines.ts';
import { keepTemporaryFilesInMemory } from './test/support/machine/memory.ts';
import { IS_FULL, NOT_RUN, SLOW } from './test/support/sizes.ts';

keepTemporaryFilesInMemory();

/** Many tests wait for letters, retries and other processes, so a small machine runs more of them than it has cores. */
const WORKERS = Math.max(5, availableParallelism());
/** No test is about how long it takes itself: a slow or busy machine only has to come to the end, and what hangs to be named. */
const PATIENCE_MS = IS_FULL ? 24 * 3_600_000 : 900_000 * SLOW;
/** A file has a database of its own, or no state: loading the code anew would cost more than most of the tests. */
const isolate = false;
const resolve = {
  alias: IS_FULL
    ? {}
    : { '@node-rs/argon2': fileURLToPath(new URL('test/support/light-argon2.ts', import.meta.url)) },
};
/** These take longest, so that whatever is short is done beside them and none is left over at the end. */
const FIRST = [
  /\/storm\.property\./,
  /\/kills?\./,
  /\/process\//,
  /\/jobs\.test/,
  /\/machine\//,
  /-letters\.test/,
  /\.race\.test/,
  /\/malformed\./,
  /\/access-matrix\./,
  /-faults\./,
  /\.property\./,
];

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
    exclude: [...configDefaults.exclude, ...NOT_RUN],
    maxWorkers: WORKERS,
    // What a test leaves behind is young: with more room fewer collections, a twelfth of the processor time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/support/end-properties.ts'],
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    expect: { poll: { timeout: 180_000, interval: 50 } },
    tags: [{ name: BOTH_ENGINES, description: 'Runs on the embedded engine as well as on PostgreSQL.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'plain',
          isolate,
          include: [
            '{contracts,words}/**/*.test.ts',
            'kit/**/*.test.ts',
            'simulators/**/*.test.ts',
            'apps/**/*.test.ts',
            'test/{rules,support/machine}/*.test.ts',
            ...plainTests,
          ],
        },
      },
      { extends: true, test: { name: 'process', include: ['test/suites/process/*.test.ts'] } },
      {
        extends: true,
        resolve,
        test: {
          name: 'pglite',
          include: pgliteTests,
          globalSetup: ['test/support/setup-pglite.ts'],
          isolate,
        },
      },
      {
        extends: true,
        resolve,
        test: {
          name: 'postgres',
          include: postgresTests,
          globalSetup: ['test/support/setup-postgres.ts'],
          isolate,
        },
      },
    ],
  },
});
