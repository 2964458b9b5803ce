import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from '../machine/chromium.ts';
import type { ProductOptions } from './fixtures.ts';

export default defineConfig<object, ProductOptions>({
  testDir: '.',
  // Emptied at each start, so the reports lie beside it.
  outputDir: '../../test-results/browser',
  // Each worker has a product and a browser of its own, so tests of one file may run beside each other.
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['json', { outputFile: '../../test-results/e2e.json' }]],
  use: {
    launchOptions: { executablePath: await findChromium(), args: [...chromiumArgs] },
    actionTimeout: 20_000,
    locale: 'en-GH',
    timezoneId: 'Africa/Accra',
    // Without the film of every test, which took more of the machine than the tests themselves.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'embedded', use: { layout: 'one process, embedded database' } },
    { name: 'apart', testMatch: 'main-job.e2e.ts', use: { layout: 'processes apart, PostgreSQL' } },
  ].map((project) => ({ testMatch: '*.e2e.ts', ...project })) as never,
});
