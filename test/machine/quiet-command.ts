import { spawn } from 'node:child_process';

const SILENCE_MS = 10_000;

export const say = (text: string): void => void process.stderr.write(`[machine] ${text}\n`);

/**
 * Runs a command whose output matters only if it fails, saying every ten seconds that `what` still goes on.
 * Never rejects: a command that cannot be started gives `ok: false` with the reason in `output`.
 */
export function runQuietly(
  what: string,
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ ok: boolean; output: string }> {
  return new Promise((done) => {
    const started = Date.now();
    let output = '';
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const heartbeat = setInterval(
      () => say(`… ${what} (${Math.round((Date.now() - started) / 1000)} s)`),
      SILENCE_MS,
    );
    const hear = (data: Buffer) => {
      output = (output + data.toString()).slice(-4_000);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    const end = (ok: boolean, more = '') => {
      clearInterval(heartbeat);
      done({ ok, output: output + more });
    };
    child.on('error', (error) => end(false, error.message));
    child.on('close', (code) => end(code === 0));
  });
}
