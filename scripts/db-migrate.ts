import './without-stack.ts';
import { readHostConfig, servicesIn } from '../apps/host/src/config.ts';
import { openEngine } from '../apps/host/src/host.ts';
import { createLog } from '../kit/src/log.ts';
import { migrateAll } from '../kit/src/process.ts';

/** Brings the database of the settings up to date without starting anything; safe while nodes run. */
const config = readHostConfig();
const engine = await openEngine(config, createLog('warn'));
await migrateAll(engine, config.ownerUrl, servicesIn(config.SERVICES));
await engine.close();
process.stdout.write('The database is up to date.\n');
