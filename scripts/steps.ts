import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface Step {
  name: string;
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
}

interface Outcome {
  name: string;
  ok: boolean;
  seconds: number;
}

export function findBin(packageName: string, command: string = packageName): string {
  const home = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    bin?: string | Record<string, string>;
  };
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (file === undefined || !existsSync(join(home, file))) {
    throw new Error(`The package ${packageName} has no command ${command}.`);
  }
  return join(home, file);
}

/** The returned promise never rejects. */
function runStep({ name, args, cwd = root, env = {} }: Step): Promise<Outcome> {
  console.log(`\n── ${name}`);
  const started = performance.now();
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
    const pass = (signal: NodeJS.Signals) => child.kill(signal);
    process.on('SIGTERM', pass);
    const end = (ok: boolean) => {
      process.off('SIGTERM', pass);
      const seconds = (performance.now() - started) / 1000;
      console.log(`   ${ok ? 'ok' : 'FAILED'} in ${seconds.toFixed(1)} s`);
      done({ name, ok, seconds });
    };
    child.on('error', (error) => {
      console.error(error.message);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

export async function runSteps(steps: readonly Step[]): Promise<boolean> {
  const outcomes: Outcome[] = [];
  // Steps run one after the other, because their outputs would mix.
  for (const step of steps) outcomes.push(await runStep(step));
  console.log('');
  for (const { name, ok, seconds } of outcomes) {
    console.log(`${ok ? 'ok    ' : 'FAILED'}  ${name} (${seconds.toFixed(1)} s)`);
  }
  return outcomes.every(({ ok }) => ok);
}
