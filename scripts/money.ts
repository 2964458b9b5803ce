/** Run `npm run money -- review`. The embedded database must not be in use. */
import './backup-arguments.ts';
import { printOutcome } from './print-outcome.ts';
import { moneyCommandWords } from '@app/words/money-commands.ts';
import { readHostConfig } from '../apps/host/src/config.ts';
import { openDatabases } from '../apps/host/src/host.ts';
import { openJobs } from '../kit/src/jobs.ts';
import { createLog } from '../kit/src/log.ts';
import { readProviderConfig } from '../services/payment/src/config.ts';
import type { TransitionDeps } from '../services/payment/src/deps.ts';
import { PROVIDERS } from '../services/payment/src/provider.ts';
import { openDb, SERVICE_ROLE } from '../services/payment/src/open-db.ts';
import { runCommand } from '../services/payment/src/operator/run-command.ts';
import { paymentService } from '../services/payment/src/service.ts';
import { openProviders } from '../services/payment/src/providers/open-providers.ts';
import { readActor } from './operator-name.ts';

const { by, args } = readActor(process.argv.slice(2));
const config = readHostConfig();
const settings = readProviderConfig({
  ...(config.isDemo &&
    (await (await import('../demo/src/secrets.ts')).demoSecrets(config.dataDir, ['payment']))),
  ...config.environment,
});
const log = createLog('warn');
const databases = await openDatabases(config, [paymentService], log);
const engine = databases.of('payment');
const jobs = await openJobs(engine, {
  schema: 'payment',
  role: SERVICE_ROLE,
  queues: [],
  log,
});
const deps = {
  db: openDb(engine, settings.PAYMENT_DATA_KEYS).db,
  providers: openProviders(settings),
  jobs,
  log,
} satisfies TransitionDeps;
let output: string;
try {
  output = await runCommand(deps, args, by);
} finally {
  await jobs.stop();
  await engine.close();
}
const { usage, notInReview, notSettled } = moneyCommandWords;
printOutcome(output, [usage, notInReview, ...PROVIDERS.map(notSettled)]);
