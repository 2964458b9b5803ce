import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node';
import { createReport, shellQuote } from './times.ts';

/** Complements Vitest's own reporter: shows the progress, and at the end the slowest parts. */
export default class VitestTimesReporter implements Reporter {
  readonly #report = createReport();

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#report.begin(specifications.length, 'files');
  }

  onTestModuleStart(module: TestModule): void {
    this.#report.start(module.project.name, module.relativeModuleId);
  }

  onTestCaseReady({ project, module, fullName }: TestCase): void {
    this.#report.start(project.name, module.relativeModuleId, fullName);
  }

  onTestModuleEnd(module: TestModule): void {
    const { collectDuration, duration } = module.diagnostic();
    this.#report.add(module.project.name, module.relativeModuleId, collectDuration + duration);
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state !== 'failed') return;
    const { project, module, fullName } = test;
    const words = shellQuote(fullName.replaceAll(' > ', ' ').replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    this.#report.repeatBy(
      `npm run test:unit -- --project ${shellQuote(project.name)} ${module.relativeModuleId} -t ${words}`,
      result.errors
        .map(({ message, stacks = [] }) =>
          [message, ...stacks.map(({ file, line }) => `at ${file}:${line}`)].join('\n'),
        )
        .join('\n'),
    );
  }

  onTestRunEnd(): void {
    this.#report.end();
  }
}
