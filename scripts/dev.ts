import { spawn } from 'node:child_process';

/** The services with restart on change at :3000, and the web app with hot reload at :5173, which asks them. */
const environment = { ...process.env, SERVICES: process.env['SERVICES'] ?? 'identity,project' };
const children = [
  spawn(process.execPath, ['--watch', 'scripts/start.ts'], { stdio: 'inherit', env: environment }),
  spawn(process.execPath, ['../../node_modules/@react-router/dev/bin.cjs', 'dev', '--port', '5173'], {
    cwd: 'apps/web',
    stdio: 'inherit',
  }),
];
for (const child of children) child.on('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
