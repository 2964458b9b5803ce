/** What an operator sees of the money and does about it: `npm run money -- review`. The embedded database must not be in use. */
import { readHostConfig } from '../apps/host/src/config.ts';
import { openEngine } from '../apps/host/src/host.ts';
import { createLog } from '../kit/src/log.ts';
import { runCommand } from '../services/payment/src/operator/run-command.ts';
import type { PaymentTables } from '../services/payment/src/schema.ts';

const engine = await openEngine(readHostConfig(), createLog('warn'));
const said = await runCommand(engine.connect<PaymentTables>('payment_app'), process.argv.slice(2));
await engine.close();
process.stdout.write(`${said}\n`);
