/** Run `npm run e2e -- [Playwright's options]`. */
import { findBin, runSteps } from './steps.ts';
import { buildWeb } from './web-build.ts';

await buildWeb();
const config = 'test/e2e/playwright.config.ts';
const args = [
  findBin('@playwright/test', 'playwright'),
  'test',
  '--config',
  config,
  ...process.argv.slice(2),
];
process.exitCode = (await runSteps([{ name: 'Chromium', args }])) ? 0 : 1;
