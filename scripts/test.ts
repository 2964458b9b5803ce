/** Everything, as CI runs it: `npm test`. Each part runs whatever became of the ones before; any failure fails all. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, runSteps } from './steps.ts';

const results = join(import.meta.dirname, '..', 'test-results');
const reports = { unit: join(results, 'unit.json'), browser: join(results, 'e2e.json') };
rmSync(results, { recursive: true, force: true });

const isOk = await runSteps([
  { name: 'types, lint, format', args: ['scripts/check.ts'] },
  { name: 'web pages', args: ['scripts/build.ts'] },
  {
    name: 'tests over HTTP and of logic',
    args: [
      binOf('vitest'),
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reports.unit}`,
    ],
  },
  { name: 'tests in Chromium', args: ['scripts/e2e.ts'] },
]);

const unit = readReport<{ numPassedTests: number; numFailedTests: number; numPendingTests: number }>(
  reports.unit,
);
const browser = readReport<{
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
}>(reports.browser);
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0);
// A test that did not run is no better than one that failed, and neither is a part that wrote no report.
const failed =
  (unit ? unit.numFailedTests + unit.numPendingTests : 1) +
  (browser ? browser.stats.unexpected + browser.stats.skipped + browser.stats.flaky : 1);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = isOk && failed === 0 ? 0 : 1;

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
