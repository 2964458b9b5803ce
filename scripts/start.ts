import { main } from '../apps/host/src/main.ts';
import { readHostConfig } from '../apps/host/src/config.ts';
import { buildWeb } from './web-build.ts';

try {
  if (readHostConfig().SERVICES.includes('web')) await buildWeb((line) => process.stderr.write(`${line}\n`));
  process.stderr.write('Opening the database …\n');
  await main();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? explain(error) : String(error)}\n`);
  process.exit(1);
}

function explain(error: Error): string {
  if ('code' in error && error.code === 'EADDRINUSE') {
    return 'The port is taken by another program. Stop that one, or choose another: PORT=3100 npm start';
  }
  const cause = error.cause instanceof Error ? `\n  because: ${explain(error.cause)}` : '';
  return `${error.message}${cause}`;
}
