/**
 * Puts accents on all texts from words/. A text without accents on a screen therefore comes from elsewhere.
 */
import { runSteps } from './steps.ts';

const env = { NODE_OPTIONS: '--conditions=pseudo' };
const isOk = await runSteps([
  { name: 'the pseudo-language', args: ['words/make-pseudo.ts'] },
  {
    name: 'the main job in it',
    args: ['scripts/e2e.ts', '--project', 'pseudo', ...process.argv.slice(2)],
    env,
  },
]);
process.exitCode = isOk ? 0 : 1;
