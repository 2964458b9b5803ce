import './backup-arguments.ts';
import { readHostConfig, servicesIn } from '../apps/host/src/config.ts';
import { openDatabases } from '../apps/host/src/host.ts';
import { createLog } from '../kit/src/log.ts';
import { migrateAll } from '../kit/src/process.ts';

/** Nodes may run while this migrates. */
const config = readHostConfig();
const services = servicesIn(config.SERVICES);
const databases = await openDatabases(config, services, createLog('warn'));
for (const engine of databases.all) {
  await migrateAll(
    engine,
    services.filter(({ schema }) => databases.of(schema) === engine),
  );
  await engine.close();
}
process.stdout.write('The database is up to date.\n');
