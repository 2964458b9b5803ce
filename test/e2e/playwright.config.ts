import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from '../support/machine/chromium.ts';
import { keepTemporaryFilesInMemory } from '../support/machine/memory.ts';
import { isPseudo } from '../../apps/web/build-folder.ts';
import { IS_FULL, SLOW } from '../support/sizes.ts';
import { ONE_PROCESS } from './fill-demo.ts';
import type { ProductOptions } from './fixtures.ts';

keepTemporaryFilesInMemory();

/** No test measures how long a step takes: a slow, busy or halted machine only has to come to the end. */
const PATIENCE_MS = 180_000 * SLOW;

const MAIN_JOB = 'main-job.e2e.ts';
/** A product of their own, whose start others need not wait for at the end. */
const OWN_PRODUCT = ['day-meeting.e2e.ts', 'disputes.e2e.ts', 'heard-by-phone.e2e.ts', 'paid-study.e2e.ts'];
/** Whole days, of which each step is that of another test here, and work that is measured in ms. */
const ONLY_FULL = ['applicants-many.e2e.ts', 'day-*.e2e.ts', 'participant-offline.e2e.ts'];
const leftOut = IS_FULL ? [] : ONLY_FULL;
/** In a title: a further state, way or width of what another test here shows, or what tests over HTTP show too. */
const TAG_OF_FULL = /@full\b/;
const EMBEDDED = 'one process, embedded database';
/** A day of the default that a newcomer starts: its files, its queue, its notices. */
const ON_EMBEDDED = ['participant-day.e2e.ts', ...(IS_FULL ? ['open-pages.e2e.ts'] : [])];
/** Over pages in the pseudo-language (scripts/pseudo.ts). */
const PSEUDO = 'pseudo-language.e2e.ts';

export default defineConfig<object, ProductOptions>({
  testDir: '.',
  ...(isPseudo ? {} : { globalSetup: './fill-demo.ts' }),
  // Emptied at each start, so the reports lie beside it.
  outputDir: '../../test-results/browser',
  // Each worker has a product and a browser of its own, so tests of one file may run beside each other; they mostly wait.
  workers: Math.max(4, availableParallelism()),
  fullyParallel: true,
  timeout: 10 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
  ...(IS_FULL ? {} : { grepInvert: TAG_OF_FULL }),
  forbidOnly: true,
  retries: 0,
  reporter: [
    ['list'],
    ['../support/report/playwright-reporter.ts'],
    ['json', { outputFile: `../../test-results/${isPseudo ? 'pseudo' : 'e2e'}.json` }],
  ],
  use: {
    launchOptions: { executablePath: await findChromium(), args: [...chromiumArgs] },
    actionTimeout: PATIENCE_MS,
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    // What moves draws frames for as long as it does, which is a tenth of Chromium's work.
    ...(IS_FULL ? {} : { contextOptions: { reducedMotion: 'reduce' as const } }),
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
        { name: 'apart', testMatch: MAIN_JOB, use: { layout: 'processes apart, PostgreSQL' } },
        { name: 'own product', testMatch: OWN_PRODUCT, testIgnore: leftOut },
        { name: 'embedded', testMatch: ON_EMBEDDED, use: { layout: EMBEDDED } },
        {
          name: 'one process',
          testMatch: '*.e2e.ts',
          // Other tests here have the same steps as the main job, so the short form runs it in parts only.
          testIgnore: [PSEUDO, ...OWN_PRODUCT, ...ON_EMBEDDED, ...leftOut, ...(IS_FULL ? [] : [MAIN_JOB])],
          use: { layout: ONE_PROCESS },
        },
      ],
});
