/** Run `npm run admin -- people`. The embedded database must not be in use. */
import './backup-arguments.ts';
import { printOutcome } from './print-outcome.ts';
import { adminCommandWords } from '@app/words/admin-commands.ts';
import { readHostConfig } from '../apps/host/src/config.ts';
import { openDatabases, openMail } from '../apps/host/src/host.ts';
import { readBuild } from '../apps/host/src/read-build.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import { openJobs } from '../kit/src/jobs.ts';
import { createLog } from '../kit/src/log.ts';
import { newestApplied } from '../kit/src/migrations.ts';
import { readDataKeys } from '../services/identity/src/config.ts';
import { SERVICE_ROLE, openDb } from '../services/identity/src/open-db.ts';
import { MAX_REASON_LENGTH, runCommand } from '../services/identity/src/operator/run-command.ts';
import { readOwnData } from '../services/identity/src/data-export/read-data-export.ts';
import type { IdentityTables } from '../services/identity/src/schema.ts';
import { readProviderConfig } from '../services/payment/src/config.ts';
import { findObstacles as findOfPayment } from '../services/payment/src/account-deletion/find-obstacles.ts';
import { SERVICE_ROLE as PAYMENT_ROLE, openDb as openPaymentDb } from '../services/payment/src/open-db.ts';
import { openProviders } from '../services/payment/src/providers/open-providers.ts';
import { readOwnData as readOfPayment } from '../services/payment/src/data-export/read-data-export.ts';
import type { PaymentTables } from '../services/payment/src/schema.ts';
import { createDisputeCommands } from '../services/project/src/bookings/disputes/disputes.ts';
import { readNumberKeys } from '../services/project/src/config.ts';
import { SERVICE_ROLE as PROJECT_ROLE, openDb as openProjectDb } from '../services/project/src/open-db.ts';
import { findObstacles as findOfProject } from '../services/project/src/account-deletion/erase-person.ts';
import { createSurveyDisputeCommands } from '../services/project/src/submissions/appeals.ts';
import { listUnsentPayables } from '../services/project/src/payables/reads.ts';
import { readOwnData as readOfProject } from '../services/project/src/data-export/read-data-export.ts';
import type { ProjectTables } from '../services/project/src/schema.ts';
import { callerDirectory } from './working-directory.ts';
import { readActor } from './operator-name.ts';

const { by, args } = readActor(process.argv.slice(2));
const config = readHostConfig();
const log = createLog('warn');
const databases = await openDatabases(config, SERVICES, log);
const closeAll = () => Promise.all(databases.all.map((engine) => engine.close()));
// This command must work with an older or newer schema, so it runs before job queues are opened.
if (args[0] === 'version') {
  const { version, commit, schema } = readBuild();
  const found = await Promise.all(
    SERVICES.map(
      async (service) =>
        `${service.schema} ${await newestApplied(databases.of(service.schema).owner, service.schema)}`,
    ),
  );
  await closeAll();
  printOutcome(adminCommandWords.version({ version, commit, schema, database: found.join(', ') }));
  process.exit();
}
// This command queues jobs, but only the running services run them.
const openJobsFor = (schema: string, role: string) =>
  openJobs(databases.of(schema), { schema, role, queues: [], log });
const jobs = await openJobsFor('identity', SERVICE_ROLE);
const projectJobs = await openJobsFor('project', PROJECT_ROLE);
const projectDb = databases.of('project').connect<ProjectTables>(PROJECT_ROLE);
const paymentDb = databases.of('payment').connect<PaymentTables>(PAYMENT_ROLE);

async function readSecrets() {
  return {
    ...(config.isDemo &&
      (await (
        await import('../demo/src/secrets.ts')
      ).demoSecrets(config.dataDir, ['identity', 'payment', 'project']))),
    ...config.environment,
  };
}

const openIdentity = async () => openDb(databases.of('identity'), readDataKeys(await readSecrets()));

async function* readAllData(userId: string) {
  const environment = await readSecrets();
  yield* await readOwnData((await openIdentity()).db, userId);
  yield* await readOfProject(openProjectDb(databases.of('project'), readNumberKeys(environment)).db, userId);
  yield* await readOfPayment(
    openPaymentDb(databases.of('payment'), readProviderConfig(environment).PAYMENT_DATA_KEYS).db,
    userId,
  );
}

let output: string;
try {
  output = await runCommand(
    {
      // Only readOwnData needs these keys, so none are given.
      db: databases.of('identity').connect<IdentityTables>(SERVICE_ROLE),
      jobs,
      databases,
      services: SERVICES,
      disputes: createDisputeCommands({ db: projectDb, jobs: projectJobs }),
      surveyDisputes: createSurveyDisputeCommands({ db: projectDb, jobs: projectJobs }),
      listUnsentPayables: (most) => listUnsentPayables(projectDb, most),
      findObstacles: async (userId) => [
        ...(await findOfProject(projectDb, userId)),
        ...(await findOfPayment(paymentDb, userId)),
      ],
      openSeal: async () => (await openIdentity()).seal,
      readOwnData: readAllData,
      sendMail: openMail(config),
      readBalances: async () =>
        Promise.all(
          Object.values(openProviders(readProviderConfig(await readSecrets()))).map(async (provider) => ({
            name: provider.name,
            ...(await provider.balance()),
          })),
        ),
      folder: callerDirectory,
      environment: config.environment,
      by,
    },
    args,
  );
} finally {
  await jobs.stop();
  await projectJobs.stop();
  await closeAll();
}
const words = adminCommandWords;
printOutcome(output, [
  words.usage,
  words.reason(MAX_REASON_LENGTH),
  words.unknown,
  words.nothing,
  words.noDeadLetter,
  words.notDisputed,
  words.notBefore,
  words.notACorrection,
  words.unknownAdmin,
  words.adminExists,
]);
