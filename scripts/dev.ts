import { spawn } from 'node:child_process';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { findBin } from './steps.ts';

/** Services restart on change at :3000; the web app reloads at :5173. */
const children = [
  spawn(process.execPath, ['--watch', 'scripts/start.ts'], {
    stdio: 'inherit',
    env: {
      SERVICES: CONTRACTS.map(({ name }) => name).join(),
      PUBLIC_URL: 'http://localhost:5173',
      ...process.env,
    },
  }),
  spawn(process.execPath, [findBin('@react-router/dev', 'react-router'), 'dev', '--port', '5173'], {
    cwd: 'apps/web',
    stdio: 'inherit',
    // The command could otherwise install packages into the project folder.
    env: { ...process.env, npm_config_dry_run: 'true' },
  }),
];
for (const child of children) {
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode = code ?? 0;
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
