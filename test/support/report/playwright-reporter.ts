import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { createReport } from './times.ts';

/** Complements Playwright's own reporter: shows the progress, and at the end the slowest parts. */
export default class PlaywrightTimesReporter implements Reporter {
  readonly #report = createReport();

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#report.begin(suite.allTests().length, 'tests');
  }

  onTestEnd(test: TestCase, { duration, errors }: TestResult): void {
    const file = relative(process.cwd(), test.location.file);
    const project = test.parent.project()?.name ?? '';
    this.#report.add(project, file, duration);
    if (test.ok()) return;
    this.#report.repeatBy(
      `npm run e2e -- ${file}:${test.location.line} --project ${project} --trace on`,
      errors.map(({ message, snippet = '' }) => `${message}\n${snippet}`).join('\n'),
    );
  }

  onEnd(): void {
    this.#report.end();
  }

  printsToStdio(): boolean {
    return false;
  }
}
