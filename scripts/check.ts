/** Run `npm run check`. All steps run, even if one fails. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Step, findBin, runSteps } from './steps.ts';

const web = join(import.meta.dirname, '..', 'apps', 'web');
const tsc = findBin('typescript', 'tsc');
const steps: Step[] = [{ name: 'types', args: [tsc, '--noEmit', '-p', 'tsconfig.json'] }];
if (existsSync(join(web, 'tsconfig.json'))) {
  const typegen = join(web, 'typegen.ts');
  const router = findBin('@react-router/dev', 'react-router');
  steps.push(
    { name: 'types of the routes', args: existsSync(typegen) ? [typegen] : [router, 'typegen'], cwd: web },
    { name: 'types of the web app', args: [tsc, '--noEmit', '-p', web] },
    { name: 'types of its service worker', args: [tsc, '--noEmit', '-p', join(web, 'worker')] },
  );
}
steps.push(
  { name: 'lint', args: [findBin('oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'format', args: [findBin('oxfmt'), '--check', '.'] },
  { name: 'what nothing uses', args: [findBin('knip'), '--no-progress'] },
);

process.exitCode = (await runSteps(steps)) ? 0 : 1;
