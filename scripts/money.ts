/** What an operator sees of the money and does about it: `npm run money -- review`. The embedded database must not be in use. */
import { readHostConfig } from '../apps/host/src/config.ts';
import { openEngine } from '../apps/host/src/host.ts';
import { createLog } from '../kit/src/log.ts';
import { readProviderConfig } from '../services/payment/src/config.ts';
import type { Mover } from '../services/payment/src/deps.ts';
import { runCommand } from '../services/payment/src/operator/run-command.ts';
import { openProviders } from '../services/payment/src/providers/open-providers.ts';
import type { PaymentTables } from '../services/payment/src/schema.ts';

const config = readHostConfig();
const log = createLog('warn');
const engine = await openEngine(config, log);
const deps = {
  db: engine.connect<PaymentTables>('payment_app'),
  providers: openProviders(readProviderConfig(config.environment)),
  // What it would send the clock of the running service finds within a minute.
  jobs: { send: async () => {}, work: async () => {}, stop: async () => {} },
  log,
} satisfies Mover;
const said = await runCommand(deps, process.argv.slice(2));
await engine.close();
process.stdout.write(`${said}\n`);
