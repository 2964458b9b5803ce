/** What an admin sees of people and does about them: `npm run admin -- people`. The embedded database must not be in use. */
import { userInfo } from 'node:os';
import { readHostConfig } from '../apps/host/src/config.ts';
import { openEngine } from '../apps/host/src/host.ts';
import { SERVICES } from '../apps/host/src/services.ts';
import { openJobs } from '../kit/src/jobs.ts';
import { createLog } from '../kit/src/log.ts';
import { SERVICE_ROLE } from '../services/identity/src/open-db.ts';
import { runCommand } from '../services/identity/src/operator/run-command.ts';
import type { IdentityTables } from '../services/identity/src/schema.ts';
import { openDisputes } from '../services/project/src/bookings/attendance/open-disputes.ts';
import { SERVICE_ROLE as PROJECT_ROLE } from '../services/project/src/deps.ts';
import { listUntoldDues } from '../services/project/src/money/tell-due.ts';
import type { ProjectTables } from '../services/project/src/schema.ts';

const config = readHostConfig();
const log = createLog('warn');
const engine = await openEngine(config, log);
const databaseUrl = config.DATABASE_URL;
// They send only; the running services work.
const jobsOf = (schema: string, role: string) =>
  openJobs(engine, { url: databaseUrl, schema, role, queues: [], log });
const jobs = await jobsOf('identity', SERVICE_ROLE);
const projectJobs = await jobsOf('project', PROJECT_ROLE);
const projectDb = engine.connect<ProjectTables>(PROJECT_ROLE);
const said = await runCommand(
  {
    // Without keys: it reads nothing that is sealed.
    db: engine.connect<IdentityTables>(SERVICE_ROLE),
    jobs,
    engine,
    databaseUrl,
    services: SERVICES,
    disputes: openDisputes({ db: projectDb, jobs: projectJobs }),
    listUntoldDues: (most) => listUntoldDues(projectDb, most),
    environment: config.environment,
    by: userInfo().username,
  },
  process.argv.slice(2),
);
await jobs.stop();
await projectJobs.stop();
await engine.close();
process.stdout.write(`${said}\n`);
