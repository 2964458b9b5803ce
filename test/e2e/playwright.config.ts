import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from '../machine/chromium.ts';
import type { ProductOptions } from './fixtures.ts';

export default defineConfig<object, ProductOptions>({
  testDir: '.',
  // Emptied at each start, so the reports lie beside it.
  outputDir: '../../test-results/browser',
  workers: 1,
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
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'embedded', use: { layout: 'one process, embedded database' } },
    { name: 'apart', testMatch: 'main-job.e2e.ts', use: { layout: 'processes apart, PostgreSQL' } },
  ].map((project) => ({ testMatch: '*.e2e.ts', ...project })) as never,
});
