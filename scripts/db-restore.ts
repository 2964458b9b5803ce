/** Run `npm run db:restore -- FILE`. The database must be empty and unused. */
import { readHostConfig } from '../apps/host/src/config.ts';
import { openDatabases } from '../apps/host/src/host.ts';
import { restorePglite, restorePostgres } from '../kit/src/backup.ts';
import { createLog } from '../kit/src/log.ts';
import { recordRestore } from '../services/payment/src/reconciliation/reconcile-after-restore.ts';
import { readBackupArgument } from './backup-arguments.ts';

const config = readHostConfig();
const { file, url, services } = readBackupArgument('npm run db:restore -- FILE', config);
if (url === undefined) await restorePglite(config.dataDir, file, recordRestore);
else {
  const databases = await openDatabases(config, services, createLog('warn'));
  const { environment } = config;
  for (const { owner, close } of databases.all) {
    await restorePostgres({ url, environment, owner, services }, file);
    await close();
  }
}
process.stdout.write(
  'The database is restored. Payments stay paused until the providers were asked (docs/money.md).\n',
);
