/** Fills an empty database of the settings from a backup: `npm run db:restore -- FILE`. No service may run on it yet. */
import './without-stack.ts';
import { readHostConfig } from '../apps/host/src/config.ts';
import { openEngine } from '../apps/host/src/host.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import { restorePglite, restorePostgres } from '../kit/src/backup.ts';
import { createLog } from '../kit/src/log.ts';
import { noteRestoring } from '../services/payment/src/reconciliation/opening.ts';
import { fileGiven } from './file-given.ts';

const config = readHostConfig();
const file = fileGiven('npm run db:restore -- FILE');
const url = config.ownerUrl;
if (url === undefined) await restorePglite(config.dataDir, file, noteRestoring);
else {
  const engine = await openEngine(config, createLog('warn'));
  const { environment } = config;
  await restorePostgres({ url, environment, owner: engine.owner, services: SERVICES }, file);
  await engine.close();
}
process.stdout.write(
  'The database is restored. Payments stay paused until the providers were asked (docs/money.md).\n',
);
