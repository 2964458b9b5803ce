import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { watchClock } from './clock-difference.ts';
import { type Databases, type Engine, transaction } from './database.ts';
import { EVENTS_TYPE, endStream } from './events.ts';
import { openJobs, type Jobs } from './jobs.ts';
import { pendingQueues, prepareJobs } from './prepare-jobs.ts';
import type { Log } from './log.ts';
import type { SendMail } from './mail.ts';
import type { Metrics } from './metrics.ts';
import { migrate, pendingMigrations } from './migrations.ts';
import { type PeerCalls, httpTransport, inProcessTransport } from './peer.ts';
import { trackWrites } from './readers.ts';
import { isConnectionRefused } from './problem.ts';
import { createServer } from './server.ts';
import type { AdminPort } from './route.ts';
import type { RunningService, Service } from './service.ts';
import type { Environment } from './settings.ts';

export interface ProcessOptions {
  services: readonly Service[];
  databases: Databases;
  environment: Environment;
  log: Log;
  sendMail: SendMail;
  /** Origins of services that run in other processes, such as `http://127.0.0.1:3001`. */
  origins: Readonly<Record<string, string>>;
  /** IP addresses or CIDR ranges of the trusted proxies. */
  trustedProxies?: readonly string[];
  /** Without this address, the process has no admin area. */
  adminUrl?: string | undefined;
  metrics?: Pick<Metrics, 'observe' | 'watch'>;
  build?: Readonly<Record<string, string>>;
  /** Requests are accepted for this long after `/readyz` starts to fail, so that load balancers notice. */
  stopWaitSeconds?: number;
}

export interface RunningProcess {
  app: FastifyInstance;
  /** The admin area, on a port of its own. */
  adminApp: FastifyInstance | undefined;
  work(): Promise<void>;
  fillDemo(): Promise<void>;
  /** While open requests finish, `/readyz` answers 503. */
  stop(): Promise<void>;
}

export async function migrateAll(engine: Engine, services: readonly Service[]): Promise<void> {
  for (const { schema, role, migrations, queues } of services) {
    await migrate(engine.owner, schema, migrations);
    await prepareJobs(engine, { schema, role, queues });
  }
}

/** Nodes that do not migrate rely on `npm run db:migrate`. `openJobs` checks the tables of the job runner. */
export async function assertMigrated(engine: Engine, services: readonly Service[]): Promise<void> {
  for (const { schema, migrations, queues } of services) {
    const pending = [
      ...(await pendingMigrations(engine.owner, schema, migrations)),
      ...(await pendingQueues(engine, { schema, queues })).map((name) => `the queue ${name}`),
    ];
    if (pending.length > 0)
      throw new Error(
        `MIGRATE is never, and the ${schema} schema waits for ${pending.join(', ')}: run npm run db:migrate first`,
      );
  }
}

/** The schemas must be current. The caller starts listening. */
export async function openProcess(options: ProcessOptions): Promise<RunningProcess> {
  const { services, databases, environment, log, sendMail, origins } = options;
  const app = await createServer(log, options.trustedProxies);
  const peerCalls: PeerCalls = new Map();
  app.decorate('peerCalls', peerCalls);
  const adminApp =
    options.adminUrl === undefined ? undefined : await createServer(log, options.trustedProxies);
  const servers = [app, ...(adminApp ? [adminApp] : [])];
  const requests = trackRequests(servers);
  const health: Health = { isStopping: false, isFull: false };
  const recordError = (error: unknown) => {
    if (isDiskFull(error)) health.isFull = true;
  };
  for (const server of servers) {
    server.addHook('onError', async (_request, _reply, error) => recordError(error));
    options.metrics?.observe(server);
  }

  for (const engine of databases.all)
    await engine.assertKept(
      services.filter(({ schema }) => databases.of(schema) === engine).map(({ role }) => role),
    );
  const jobs: Jobs[] = [];
  const running: RunningService[] = [];
  for (const service of services) {
    const { schema, role, contract, queues } = service;
    const engine = databases.of(schema);
    const own = await openJobs(engine, { schema, role, queues, log });
    jobs.push(own);
    const started = await service.start({
      engine,
      log: log.child({ service: contract.name }),
      environment,
      jobs: own,
      sendMail,
      transportTo: (name) => {
        if (services.some((other) => other.contract.name === name))
          return inProcessTransport(peerCalls, recordError);
        const origin = origins[name];
        if (origin === undefined) throw new Error(`The URL of the ${name} service is not set`);
        return httpTransport(origin);
      },
    });
    running.push(started);
    const prefix = contract.base;
    const mount = (adminPort?: AdminPort) =>
      app.register(
        (scope) => {
          if (databases.all.some(({ readers }) => readers)) trackWrites(scope);
          return started.mount(scope, adminPort);
        },
        { prefix },
      );
    if (!adminApp) await mount();
    else {
      const { origin } = new URL(options.adminUrl ?? '');
      await adminApp.register(
        async (scope) => {
          await mount({ app: scope, origin });
        },
        { prefix },
      );
    }
  }

  mountHealth(app, databases.all, { health, build: options.build });
  options.metrics?.watch(() => answersInTime(databases.all, health));
  const stopWatching = watchClock(databases.all, log);

  return {
    app,
    adminApp,
    async work() {
      for (const service of running) await service.work();
    },
    async fillDemo() {
      for (const service of running) await service.fillDemo();
    },
    async stop() {
      health.isStopping = true;
      stopWatching();
      await wait((options.stopWaitSeconds ?? 0) * 1000);
      requests.endStreams();
      // Waits for open requests first, because they may call services on this same server.
      await requests.finished(DRAIN_MS);
      // Some clients neither finish their request nor read the answer.
      const hangUp = setTimeout(
        () => servers.forEach(({ server }) => server.closeAllConnections()),
        HANG_UP_MS,
      );
      await Promise.all(servers.map((server) => server.close()));
      clearTimeout(hangUp);
      await Promise.all(jobs.map((own) => own.stop()));
      await Promise.all(databases.all.map((engine) => engine.close()));
    },
  };
}

const DRAIN_MS = 10_000;
const DRAIN_POLL_MS = 20;
const HANG_UP_MS = 1000;

interface Requests {
  finished(withinMs: number): Promise<void>;
  endStreams(): void;
}

function trackRequests(servers: readonly FastifyInstance[]): Requests {
  const underWay = new Set<FastifyRequest>();
  const streams = new Set<ServerResponse>();
  const endStreams = () => streams.forEach(endStream);
  for (const app of servers) {
    app.addHook('onRequest', async (request) => {
      underWay.add(request);
    });
    // While the process stops, a proxy must close its connections. Otherwise event streams would never end.
    app.addHook('onSend', (request, reply, _payload, done) => {
      if (String(reply.getHeader('content-type')).startsWith(EVENTS_TYPE)) {
        underWay.delete(request);
        streams.add(reply.raw);
        reply.raw.once('close', () => streams.delete(reply.raw));
      }
      done();
    });
    app.addHook('onResponse', async (request) => {
      underWay.delete(request);
    });
    app.addHook('onRequestAbort', async (request) => {
      underWay.delete(request);
    });
    app.addHook('preClose', async () => endStreams());
  }
  return {
    endStreams,
    async finished(withinMs) {
      for (const end = Date.now() + withinMs; underWay.size > 0 && Date.now() < end;)
        await wait(DRAIN_POLL_MS);
    },
  };
}

const READY_TIMEOUT_MS = 1000;

const DISK_FULL = '53100';
const isDiskFull = (error: unknown) =>
  isConnectionRefused(error) || (error instanceof Error && 'code' in error && error.code === DISK_FULL);

interface Health {
  isStopping: boolean;
  isFull: boolean;
}

/** `/readyz` answers 200 only if databases accept writes and the process is not stopping (D-12). */
function mountHealth(
  app: FastifyInstance,
  engines: readonly Engine[],
  { health, build }: { health: Health; build: ProcessOptions['build'] },
): void {
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = !health.isStopping && (await answersInTime(engines, health));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', ...build });
  });
}

async function answersInTime(engines: readonly Engine[], health: Health): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => timeout.resolve(false), READY_TIMEOUT_MS);
  const probe = async () => {
    await Promise.all(engines.map((engine) => engine.ping()));
    if (health.isFull) await Promise.all(engines.map(probeWrite));
    health.isFull = false;
  };
  const answer = probe().then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([answer, timeout.promise]);
  clearTimeout(timer);
  return isReady;
}

/** After a 503, clients send no calls, so no other write would show that a full disk has space again. */
async function probeWrite({ owner }: Engine): Promise<void> {
  try {
    await transaction(owner, (trx) =>
      sql`create temporary table room on commit drop as select 1 as is_there`.execute(trx),
    );
  } catch (error) {
    // A role that may not create temporary tables cannot run this check.
    if (isDiskFull(error)) throw error;
  }
}
