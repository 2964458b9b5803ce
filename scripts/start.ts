import { reportOutcome } from './print-outcome.ts';
import { main } from '../apps/host/src/main.ts';
import { readHostConfig } from '../apps/host/src/config.ts';
import { buildWeb } from './web-build.ts';

const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another program. Stop that one, or choose another',
  EACCES: 'may be used by root alone. Choose one from 1024 on',
  EADDRNOTAVAIL: 'cannot be had, since this machine has no such address as HOST or METRICS_HOST says',
};

try {
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
