import { join } from 'node:path';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import { DAY_MS } from '@app/contracts/durations.ts';
import type { ServiceName } from '@app/contracts/endpoint.ts';
import type { Demo } from '@app/demo/open.ts';
import { assertClockInSync } from '@app/kit/clock-difference.ts';
import type { Databases, Engine } from '@app/kit/database.ts';
import type { Log } from '@app/kit/log.ts';
import { type SendMail, openMailbox, smtpMail } from '@app/kit/mail.ts';
import { type Metrics, createMetrics } from '@app/kit/metrics.ts';
import { findNewerSchemas } from '@app/kit/migrations.ts';
import { openPglite } from '@app/kit/pglite-engine.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { sendProblem } from '@app/kit/problem.ts';
import { type RunningProcess, assertMigrated, migrateAll, openProcess } from '@app/kit/process.ts';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { waitForServer } from '@app/kit/reach-server.ts';
import type { Service } from '@app/kit/service.ts';
import { type Environment, SettingsError } from '@app/kit/settings.ts';
import { readBuild } from './read-build.ts';
import { type DatabasePlace, type HostConfig, type Part, serverMissing, servicesIn } from './config.ts';
import { createOpenStudies } from './open-studies.ts';
import { mountAdminPages } from './admin-pages.ts';
import { ASSETS, mountWeb } from './web.ts';
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';

/** A tab that is open for longer reloads itself (apps/web/src/root.tsx). */
const KEPT_DAYS = 14;

interface Keeping {
  isKept: boolean;
  stop(): void;
}

/**
 * Open pages and other nodes still need files of older builds. Builds can share the folder, because each file
 * name contains a hash.
 */
async function keepAssets(build: string, folder: string, log: Log): Promise<Keeping> {
  const keep = async () => {
    await mkdir(folder, { recursive: true });
    const here = new Set(await readdir(folder));
    const now = new Date();
    for (const name of await readdir(build)) {
      const place = join(folder, name);
      const isThere = here.delete(name) && (await touch(place, now));
      if (isThere) continue;
      // The file is renamed when it is complete, so that no part of it is served. Its name is random, because
      // containers can have the same process ids.
      const part = join(folder, `.${randomUUID()}`);
      await copyFile(join(build, name), part);
      await rename(part, place);
    }
    for (const name of here) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found && found.mtimeMs < now.getTime() - KEPT_DAYS * DAY_MS)
        await rm(join(folder, name), { force: true });
    }
  };
  const tryTo = () =>
    keep().then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, 'the web files cannot be kept for the next version (DATA_DIR)');
        return false;
      },
    );
  // Files are copied before pages that need them are served, because the browser's next request may reach
  // another node.
  const isKept = await tryTo();
  // Other nodes and later versions serve these files, so a failed copy is tried again daily.
  const daily = setInterval(() => void tryTo(), DAY_MS).unref();
  return { isKept, stop: () => clearInterval(daily) };
}

const touch = (place: string, now: Date): Promise<boolean> =>
  utimes(place, now, now).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

export async function openHost(config: HostConfig, log: Log): Promise<RunningProcess> {
  if (config.withoutEffect.length > 0)
    log.warn({ names: config.withoutEffect }, 'settings of an earlier version have no effect (CHANGELOG.md)');
  const runs = (part: Part) => config.SERVICES.includes(part);
  const chosen = servicesIn(config.SERVICES);
  const names = chosen.map(({ contract }) => contract.name);
  const demo = config.isDemo && names.length > 0 ? await openDemo(config, names) : undefined;
  const environment = demo?.environment ?? config.environment;
  for (const service of chosen) service.checkSettings(environment);

  const mailbox = openMailbox(mailboxFolder(config));
  const sendMail = openMail(config);
  const databases = await openDatabases(config, chosen, log);
  for (const engine of databases.all) {
    await assertClockInSync(engine, log);
    const own = chosen.filter(({ schema }) => databases.of(schema) === engine);
    await (config.MIGRATE === 'never' ? assertMigrated : migrateAll)(engine, own);
    for (const newer of await findNewerSchemas(engine.owner, own))
      log.warn(newer, 'the schema of the database is newer than this version');
  }
  const metrics = await openMetrics(config, databases, log);
  const running = await openProcess({
    services: chosen,
    databases,
    environment,
    log,
    sendMail,
    trustedProxies: config.TRUSTED_PROXIES,
    stopWaitSeconds: config.STOP_WAIT_SECONDS,
    build: { ...readBuild() },
    origins: config.origins,
    adminUrl: config.ADMIN_PORT === undefined ? undefined : config.ADMIN_URL,
    ...(metrics && { metrics }),
  });
  running.app.addHook('onClose', () => metrics?.close());

  await demo?.mount(running.app, mailbox, running.adminApp);
  if (runs('web')) {
    await mountRemotes(running.app, config);
    // A demo has no previous version.
    const folder = join(config.dataDir, 'assets');
    const keeping = config.isDemo ? undefined : await keepAssets(ASSETS, folder, log);
    running.app.addHook('onClose', async () => keeping?.stop());
    await mountWeb(running.app, {
      isDemo: config.isDemo,
      origin: environment['PUBLIC_URL'] as string | undefined,
      settings: {
        ...config,
        TEXTS: sendsTexts(environment) ? 'yes' : undefined,
        USSD_CODE: (environment['USSD_CODE'] as string | undefined) || undefined,
      },
      openStudies: createOpenStudies(running.app, config.origins.project),
      keptAssets: keeping?.isKept ? folder : undefined,
    });
    if (running.adminApp) await mountAdminPages(running.adminApp, demo?.adminScript);
  }
  await running.app.ready();
  await running.adminApp?.ready();
  if (config.isDemo && config.DEMO_DATA === 'full') await running.fillDemo();
  return running;
}

const mailboxFolder = ({ dataDir }: HostConfig) => join(dataDir, 'mailbox');

export const openMail = (config: HostConfig): SendMail =>
  config.SMTP_URL === undefined
    ? openMailbox(mailboxFolder(config)).send
    : smtpMail(config.SMTP_URL, config.MAIL_FROM);

const sendsTexts = ({ SMS_GATEWAY: gateway = 'none' }: Environment) => gateway !== '' && gateway !== 'none';

async function openMetrics(
  { SERVICES, METRICS_HOST: host, METRICS_PORT: port }: HostConfig,
  databases: Databases,
  log: Log,
): Promise<Metrics | undefined> {
  if (port === undefined) return undefined;
  const build = { name: `${PRODUCT_NAME.toLowerCase()}_build_info`, labels: { ...readBuild() } };
  const metrics = createMetrics(databases, servicesIn(SERVICES), build, log);
  log.info({ port: await metrics.listen({ host, port }) }, 'metrics');
  return metrics;
}

/** A production install has no demo workspace. */
async function openDemo(config: HostConfig, services: readonly string[]): Promise<Demo> {
  const demo = await import('@app/demo/open.ts').catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new SettingsError([
      'APP_MODE: the demo is not installed here, since development packages were left out; set production, or run npm ci',
    ]);
  });
  return demo.openDemo(config, services);
}

export async function openDatabases(
  config: HostConfig,
  services: readonly Service[],
  log: Log,
): Promise<Databases> {
  const places = Object.values(config.databases);
  const lacking = services
    .map(({ schema }) => schema as ServiceName)
    .filter((name) => config.databases[name].url === undefined);
  if (lacking.length > 0 && places.some(({ url }) => url !== undefined))
    throw new SettingsError([serverMissing(lacking)]);
  const opened = new Map<string, Engine>();
  const bySchema = new Map<string, Engine>();
  try {
    for (const { schema } of services) {
      const place = config.databases[schema as ServiceName];
      const address = JSON.stringify([place.url, place.poolerUrl, place.readerUrls]);
      const engine = opened.get(address) ?? (await openEngine(config, place, log));
      opened.set(address, engine);
      bySchema.set(schema, engine);
    }
  } catch (error) {
    for (const engine of opened.values()) await engine.close();
    throw error;
  }
  return {
    of(schema) {
      const engine = bySchema.get(schema);
      if (!engine) throw new Error(`This process has no database of ${schema}`);
      return engine;
    },
    all: [...opened.values()],
  };
}

async function openEngine(config: HostConfig, place: DatabasePlace, log: Log): Promise<Engine> {
  const { DATABASE_POOL_SIZE: poolSize, DATABASE_WAIT_SECONDS: waitSeconds } = config;
  const { url, poolerUrl, readerUrls, setting } = place;
  if (url === undefined) return openPglite({ folder: config.dataDir });
  const namesStatements = config.DATABASE_STATEMENTS === 'named';
  const engine = openPostgres({ url, poolerUrl, readerUrls, namesStatements, poolSize, waitSeconds, log });
  const naming = (error: unknown) => {
    if (!(error instanceof SettingsError)) throw error;
    const problems = error.problems.map((problem) => problem.replace(/^DATABASE_URL/, setting));
    throw new SettingsError(problems, { cause: error.cause });
  };
  await waitForServer(engine.owner, { waitSeconds, log }).catch(async (error: unknown) => {
    await engine.close();
    return naming(error);
  });
  return { ...engine, assertKept: (roles) => engine.assertKept(roles).catch(naming) };
}

/** Browsers use one origin, so this process forwards calls to remote services. */
async function mountRemotes(app: FastifyInstance, config: HostConfig): Promise<void> {
  for (const { name, base } of CONTRACTS) {
    const origin = config.origins[name];
    if (origin !== undefined) await mountRemote(app, base, origin);
  }
  const { identity } = config.origins;
  if (identity !== undefined && config.isDemo) await mountRemote(app, '/dev', identity);
}

const REMOTE_TIMEOUT_MS = 10_000;

async function mountRemote(app: FastifyInstance, prefix: string, upstream: string): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      undici: {
        headersTimeout: REMOTE_TIMEOUT_MS,
        // Each open page needs one connection for its events, so there is no limit.
        connections: null,
        connect: { rejectUnauthorized: true },
      },
      // These requests are not logged here, because their addresses contain ids and the key of callbacks.
      disableRequestLogging: true,
      // The browser retries already, and more retries would make an overload worse.
      retryMethods: [],
      replyOptions: {
        retryDelay: () => null,
        // The other service trusts the caller's address that this process sends (TRUSTED_PROXIES).
        rewriteRequestHeaders(request, given) {
          const { forwarded: _, ...headers } = given;
          const { id, ip } = request as FastifyRequest;
          return { ...headers, 'x-request-id': id, 'x-forwarded-for': ip };
        },
        onError: (reply) =>
          void sendProblem(reply.request as FastifyRequest, reply as FastifyReply, 'UNAVAILABLE'),
      },
    });
  });
}
