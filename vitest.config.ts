import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { type TestSpecification, BaseSequencer } from 'vitest/node';
import { DAY_MS } from '@app/contracts/durations.ts';
import { keepTemporaryFilesInMemory } from './test/support/machine/memory.ts';
import { IS_FULL } from './test/support/sizes.ts';
import { PROJECTS, TAGS, projectFiles } from './test/support/tiers.ts';

keepTemporaryFilesInMemory();

/** Many tests wait for the database and for jobs, so a small machine runs more of them than it has cores. */
const WORKERS = Math.max(4, availableParallelism());
/** A test that hangs is named soon. In the slow tier nothing says how long a busy machine may take. */
const LIMITS_MS = IS_FULL ? { first: DAY_MS, slow: DAY_MS } : { first: 60_000, slow: 900_000 };
/** These take longest, so that short files are run beside them and none of them is left over at the end. */
const FIRST = [
  /\/storm\.property\./,
  /kills?\./,
  /\.process\./,
  /\.slow\./,
  /\.race\./,
  /\.property\./,
  /\/suites\//,
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

/** `npm test -- --seed 7` asks for Vitest's own order by chance. */
const isShuffled = process.argv.some((given) => given.startsWith('--sequence.shuffle.files'));

const light = fileURLToPath(new URL('test/support/light-argon2-hook.ts', import.meta.url));
const options = ['--min-semi-space-size=32', '--max-semi-space-size=64'];
const setUp = { postgres: ['test/support/setup-postgres.ts'], embedded: ['test/support/setup-pglite.ts'] };

const tierOfProject = (name: string) =>
  (PROJECTS.slow as readonly string[]).includes(name) ? 'slow' : 'first';

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    ...(isShuffled ? {} : { sequence: { sequencer: LongestFirst } }),
    tags: [...TAGS],
    projects: Object.entries(projectFiles).map(([name, include]) => {
      const limit = LIMITS_MS[tierOfProject(name)];
      const engine = name.endsWith('postgres')
        ? 'postgres'
        : name.endsWith('embedded')
          ? 'embedded'
          : undefined;
      return {
        extends: true as const,
        test: {
          name,
          include: [...include],
          testTimeout: limit,
          // A hook may start a product or an embedded database, beside whatever else the machine does.
          hookTimeout: Math.max(limit, 180_000),
          expect: { poll: { timeout: 0.8 * limit, interval: 20 } },
          // Files of one worker share what they have loaded, so a test leaves nothing behind in a module.
          isolate: name === 'process',
          // Node.js strips the types itself, as in production. Only React's syntax needs Vite.
          experimental: { viteModuleRunner: name === 'web' },
          // Tests create short-lived objects. More room for them saves a twelfth of the time.
          execArgv: [...options, ...(engine && !IS_FULL ? ['--import', light] : [])],
          setupFiles: ['test/support/name-hangs.ts'],
          globalSetup: engine ? setUp[engine] : [],
        },
      };
    }),
  },
});
