import { spawn } from 'node:child_process';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { findBin } from './steps.ts';

/** After a change, services at port 3000 restart, and the web app at port 5173 reloads. */
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
    // Without this, the command could install packages into the project folder.
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
