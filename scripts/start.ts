import { explain } from './outcome.ts';
import { main } from '../apps/host/src/main.ts';
import { readHostConfig } from '../apps/host/src/config.ts';
import { buildWeb } from './web-build.ts';

try {
  if (readHostConfig().SERVICES.includes('web')) await buildWeb((line) => process.stderr.write(`${line}\n`));
  process.stderr.write('Opening the database …\n');
  await main();
} catch (error) {
  process.stderr.write(`\n${explainStart(error)}\n`);
  process.exit(1);
}

function explainStart(error: unknown): string {
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'The port is taken by another program. Stop that one, or choose another: PORT=3100 npm start';
  }
  return explain(error);
}
