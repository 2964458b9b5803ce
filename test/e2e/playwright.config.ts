import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from '../support/machine/chromium.ts';
import { keepTemporaryFilesInMemory } from '../support/machine/memory.ts';
import { isPseudo } from '../../apps/web/build-folder.ts';
import { IS_FULL } from '../support/sizes.ts';
import { ONE_PROCESS } from './fill-demo.ts';
import type { ProductOptions } from './fixtures.ts';
import { type Project, files, playwrightProjects } from './tiers.ts';

keepTemporaryFilesInMemory();

/** No test measures how long a step takes: a slow or busy machine only has to reach the end. */
const PATIENCE_MS = 180_000;
/**
 * The first tier runs before every commit, so a hanging test must end soon. The longest takes 50 s on a slow
 * machine, three times as long with other work beside it. The full form checks far more.
 */
const WALK_MS = IS_FULL ? 10 * PATIENCE_MS : 240_000;
/** In a title this marks a further state, way or width that another test here covers, or a test over HTTP. */
const TAG_OF_FULL = /@full\b/;

const run = (name: Project) => ({
  name,
  testMatch: files.filter((file) => playwrightProjects(file, IS_FULL).includes(name)),
});

export default defineConfig<object, ProductOptions>({
  testDir: '.',
  ...(isPseudo ? {} : { globalSetup: './fill-demo.ts' }),
  // Each start empties this folder, so the reports are beside it.
  outputDir: '../../test-results/browser',
  // Each worker has its own product and browser, so tests of one file may run in parallel; they mostly wait.
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
    // Animations render frames continuously, a tenth of Chromium's work.
    ...(IS_FULL ? {} : { contextOptions: { reducedMotion: 'reduce' as const } }),
    // A trace of every test costs more than the test; `-- --trace on` records one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // While a worker claims its page, calls bypass a test that fakes the server. Tests about the worker or a
    // whole day allow it.
    serviceWorkers: 'block',
  },
  projects: isPseudo
    ? [run('pseudo')]
    : [
        { ...run('walks'), timeout: WALK_MS, use: { layout: ONE_PROCESS } },
        { ...run('slow-apart'), use: { layout: 'processes apart, PostgreSQL' } },
        run('slow-own-product'),
        { ...run('slow-embedded'), use: { layout: 'one process, embedded database' } },
        { ...run('slow-one-process'), use: { layout: ONE_PROCESS } },
      ],
});
