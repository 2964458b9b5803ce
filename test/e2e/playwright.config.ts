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

/** No test measures how long a step takes: a slow, busy or halted machine only has to come to the end. */
const PATIENCE_MS = 180_000;
/**
 * The first tier runs before every commit, so a walk that hangs ends soon. The longest takes 50 s on a slow machine, and
 * other work beside it may take three times as much. Its full form looks at far more in each walk.
 */
const WALK_MS = IS_FULL ? 10 * PATIENCE_MS : 240_000;
/** In a title: a further state, way or width of what another test here shows, or what tests over HTTP show too. */
const TAG_OF_FULL = /@full\b/;

const run = (name: Project) => ({
  name,
  testMatch: files.filter((file) => playwrightProjects(file, IS_FULL).includes(name)),
});

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
    ? [run('pseudo')]
    : [
        { ...run('walks'), timeout: WALK_MS, use: { layout: ONE_PROCESS } },
        { ...run('slow-apart'), use: { layout: 'processes apart, PostgreSQL' } },
        run('slow-own-product'),
        { ...run('slow-embedded'), use: { layout: 'one process, embedded database' } },
        { ...run('slow-one-process'), use: { layout: ONE_PROCESS } },
      ],
});
