/**
 * `test` is the first tier, `test:slow` the second, `test:all` both (CI), `test:full` both in full size
 * (test/support/sizes.ts). A failure stops nothing.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { CHROMIUM_PROJECTS } from '../test/e2e/tiers.ts';
import { REPEATS } from '../test/support/report/times.ts';
import { findBin, runSteps } from './steps.ts';

const results = join(import.meta.dirname, '..', 'test-results');
const reports = { unit: join(results, 'unit.json'), browser: join(results, 'e2e.json') };
rmSync(results, { recursive: true, force: true });
const isAsked = (name: string) => process.argv.includes(`--${name}`);
const IS_FULL = isAsked('full');
if (IS_FULL) process.env['FULL'] = '1';
// Imported late, because these modules read FULL at once.
const { PROJECTS } = await import('../test/support/tiers.ts');
const tiers = isAsked('slow')
  ? (['slow'] as const)
  : isAsked('all') || IS_FULL
    ? (['first', 'slow'] as const)
    : (['first'] as const);
const projectArguments = (projects: Readonly<Record<'first' | 'slow', readonly string[]>>) =>
  tiers.flatMap((tier) => projects[tier]).flatMap((name) => ['--project', name]);

/** `-- --seed 7` sets the order of the tests. */
const seed = process.argv.at(process.argv.indexOf('--seed') + 1);
const shuffled =
  isAsked('seed') && seed !== undefined
    ? ['--sequence.shuffle.files', '--sequence.shuffle.tests', `--sequence.seed=${seed}`]
    : [];

const isOk = await runSteps([
  ...(isAsked('slow') ? [] : [{ name: 'types, lint, format', args: ['scripts/check.ts'] }]),
  { name: 'web pages', args: ['scripts/build.ts'] },
  {
    name: 'tests over HTTP and of logic',
    args: [
      findBin('vitest'),
      'run',
      ...projectArguments(PROJECTS),
      ...shuffled,
      '--reporter=default',
      '--reporter=./test/support/report/vitest-reporter.ts',
      '--reporter=json',
      `--outputFile.json=${reports.unit}`,
    ],
  },
  { name: 'tests in Chromium', args: ['scripts/e2e.ts', ...projectArguments(CHROMIUM_PROJECTS)] },
  ...(IS_FULL ? [{ name: 'the main job in the pseudo-language', args: ['scripts/pseudo.ts'] }] : []),
]);

const count = z.int();
const unit = readReport(
  reports.unit,
  z.object({ numPassedTests: count, numFailedTests: count, numPendingTests: count }),
);
const browser = readReport(
  reports.browser,
  z.object({ stats: z.object({ expected: count, unexpected: count, skipped: count, flaky: count }) }),
);
const passed = (unit?.numPassedTests ?? 0) + (browser?.stats.expected ?? 0);
// A skipped test counts as a failure.
const failed =
  (unit ? unit.numFailedTests + unit.numPendingTests : 1) +
  (browser ? browser.stats.unexpected + browser.stats.skipped + browser.stats.flaky : 1);
if (existsSync(REPEATS)) console.log(`\nTo repeat what has failed:\n${readFileSync(REPEATS, 'utf8')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = isOk && failed === 0 ? 0 : 1;

function readReport<S extends z.ZodType>(file: string, schema: S): z.infer<S> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
