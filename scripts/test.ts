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

const { numPassedTests = 0, numFailedTests = 0 } = readReport<{
  numPassedTests: number;
  numFailedTests: number;
}>(reports.unit);
const { stats } = readReport<{
  stats: { expected: number; unexpected: number; skipped: number; flaky: number };
}>(reports.browser);
const passed = numPassedTests + (stats?.expected ?? 0);
const failed = numFailedTests + (stats ? stats.unexpected + stats.skipped + stats.flaky : 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = isOk && failed === 0 && passed > 0 ? 0 : 1;

/** A report that a step did not write counts nothing; the step itself has failed then. */
function readReport<T>(file: string): Partial<T> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<T>;
  } catch {
    return {};
  }
}
