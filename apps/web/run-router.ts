import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

export function runRouter(command: 'build' | 'typegen', onFailure: string): void {
  const cli = join(createRequire(import.meta.url).resolve('@react-router/dev/package.json'), '..', 'bin.cjs');
  const done = spawnSync(process.execPath, [cli, command], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    // The router's command would install missing packages, which a build must never do.
    env: { ...process.env, NODE_ENV: 'production', npm_config_dry_run: 'true' },
  });
  if (done.status !== 0) stop(`${done.stdout}${done.stderr}${onFailure}`);
}
