import { createServer } from 'node:net';
import { reportOutcome } from './print-outcome.ts';
import { main } from '../apps/host/src/main.ts';
import { readHostConfig } from '../apps/host/src/config.ts';
import { buildWeb } from './web-build.ts';

const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program. Stop that one, or choose another',
  EACCES: 'may be used by root alone. Choose one from 1024 on',
  EADDRNOTAVAIL: 'cannot be had, since this machine has no such address as HOST or METRICS_HOST says',
};

const DEMO_ADMIN_PORT = 3900;

/** The demo has an admin area, unless its port is in use or the system chooses the ports. */
async function openAdminArea(): Promise<void> {
  const { isDemo, ADMIN_PORT, PORT, SERVICES } = readHostConfig();
  if (!isDemo || ADMIN_PORT !== undefined || PORT === 0 || !SERVICES.includes('identity')) return;
  if (!(await isFree(DEMO_ADMIN_PORT))) {
    process.stderr.write(`Port ${DEMO_ADMIN_PORT} is taken, so there is no admin area (ADMIN_PORT).\n`);
    return;
  }
  process.env['ADMIN_PORT'] = String(DEMO_ADMIN_PORT);
  process.env['ADMIN_URL'] ??= `http://localhost:${DEMO_ADMIN_PORT}`;
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });

try {
  await openAdminArea();
  if (readHostConfig().SERVICES.includes('web')) await buildWeb((line) => process.stderr.write(`${line}\n`));
  process.stderr.write('Opening the database …\n');
  await main();
} catch (error) {
  process.stderr.write(`\n${explainStart(error)}\n`);
  process.exit(1);
}

function explainStart(error: unknown): string {
  if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen'))
    return reportOutcome(error);
  const { code = '', port = 0 } = error as NodeJS.ErrnoException & { port?: number };
  const setting = ['METRICS_PORT', 'ADMIN_PORT'].find((name) => process.env[name] === String(port)) ?? 'PORT';
  return `${setting}: port ${port} ${LISTENING[code] ?? `cannot be had (${code})`}.`;
}
