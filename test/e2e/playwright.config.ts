import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from '../machine/chromium.ts';
import { keepTemporaryFilesInMemory } from '../machine/memory.ts';
import { isPseudo } from '../../apps/web/build-folder.ts';
import { IS_FULL, SLOW } from '../sizes.ts';
import type { ProductOptions } from './fixtures.ts';

keepTemporaryFilesInMemory();

/** No test is about how long a step takes: a slow or busy machine only has to come to the end. */
const PATIENCE_MS = 60_000 * SLOW;

const MAIN_JOB = 'main-job.e2e.ts';
/** Over pages in the pseudo-language (scripts/pseudo.ts). */
const PSEUDO = 'pseudo-language.e2e.ts';

export default defineConfig<object, ProductOptions>({
  testDir: '.',
  // Emptied at each start, so the reports lie beside it.
  outputDir: '../../test-results/browser',
  // Each worker has a product and a browser of its own, so tests of one file may run beside each other; they mostly wait.
  workers: Math.max(3, availableParallelism()),
  fullyParallel: true,
  timeout: 10 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  forbidOnly: true,
  retries: 0,
  reporter: [
    ['list'],
    ['../report/playwright-reporter.ts'],
    ['json', { outputFile: `../../test-results/${isPseudo ? 'pseudo' : 'e2e'}.json` }],
  ],
  use: {
    launchOptions: { executablePath: await findChromium(), args: [...chromiumArgs] },
    actionTimeout: PATIENCE_MS,
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    // A film of every test takes more of the machine than the test; `-- --trace on` makes one of what has failed.
    trace: 'off',
    screenshot: 'only-on-failure',
    // A worker that claims its page lets calls of that moment pass by a test that answers for the server. Files about the
    // worker, and the whole days of people, allow it.
    serviceWorkers: 'block',
  },
  projects: isPseudo
    ? [{ name: 'pseudo', testMatch: PSEUDO }]
    : [
        {
          name: 'embedded',
          testMatch: '*.e2e.ts',
          // Its steps are those of other tests here, so that the short form takes it apart only.
          testIgnore: IS_FULL ? [PSEUDO] : [PSEUDO, MAIN_JOB],
          use: { layout: 'one process, embedded database' },
        },
        { name: 'apart', testMatch: MAIN_JOB, use: { layout: 'processes apart, PostgreSQL' } },
      ],
});
