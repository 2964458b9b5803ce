import { join } from 'node:path';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONTRACTS } from '@app/contracts/contracts.ts';
import type { Engine } from '@app/kit/database.ts';
import type { Log } from '@app/kit/log.ts';
import { openMailbox, smtpMail } from '@app/kit/mail.ts';
import { openPglite } from '@app/kit/pglite-engine.ts';
import { openPostgres } from '@app/kit/postgres-engine.ts';
import { sendProblem } from '@app/kit/problem.ts';
import type { RunningProcess } from '@app/kit/process.ts';
import { migrateAll, openProcess } from '@app/kit/process.ts';
import type { Environment } from '@app/kit/service.ts';
import type { HostConfig, Part } from './config.ts';
import { servicesIn } from './config.ts';
import { GOOGLE_PREFIX, mountGoogle, settingsOf, standInClient } from './demo/google.ts';
import { mountDemo } from './demo/routes.ts';
import { demoSecrets } from './demo/secrets.ts';
import { mountWeb } from './web.ts';

/** Opens what the settings choose: services, web pages, or all of them in one process. Listening is the caller's. */
export async function openHost(config: HostConfig, log: Log): Promise<RunningProcess> {
  const runs = (part: Part) => config.SERVICES.includes(part);
  const chosen = servicesIn(config.SERVICES);
  const secrets = config.isDemo
    ? await demoSecrets(
        config.dataDir,
        chosen.map(({ contract }) => contract.name),
      )
    : {};
  const defaults = {
    PUBLIC_URL: `http://localhost:${config.PORT}`,
    ADMIN_EMAIL: 'admin@demo.test',
    ...secrets,
  };
  const given = config.isDemo ? { ...defaults, ...withoutEmpty(config.environment) } : config.environment;
  const google = config.isDemo && runs('identity') ? standInClient(given) : undefined;
  const environment = google ? { ...given, ...settingsOf(google) } : given;

  for (const service of chosen) service.checkSettings(environment);

  const mailbox = openMailbox(join(config.dataDir, 'mailbox'));
  const sendLetter =
    config.SMTP_URL === undefined ? mailbox.send : smtpMail(config.SMTP_URL, config.MAIL_FROM);
  const engine = chosen.length > 0 ? await openEngine(config, log) : noEngine;
  await migrateAll(engine, config.DATABASE_URL, chosen);
  const running = await openProcess({
    services: chosen,
    engine,
    databaseUrl: config.DATABASE_URL,
    environment,
    log,
    sendLetter,
    trustedProxies: config.TRUSTED_PROXIES,
    origins: config.origins,
  });

  if (config.isDemo && runs('identity'))
    await running.app.register((scope) => mountDemo(scope, mailbox), { prefix: '/dev' });
  if (google) await running.app.register((scope) => mountGoogle(scope, google), { prefix: GOOGLE_PREFIX });
  if (runs('web')) {
    await mountRemotes(running.app, config);
    await mountWeb(running.app, config.isDemo);
  }
  await running.app.ready();
  if (config.isDemo && config.DEMO_DATA === 'full') await running.fillDemo();
  return running;
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
}

/** The embedded database in the data folder, or the server of DATABASE_URL. */
export async function openEngine(config: HostConfig, log: Log): Promise<Engine> {
  return config.DATABASE_URL === undefined
    ? openPglite({ folder: config.dataDir })
    : openPostgres({ url: config.DATABASE_URL, poolSize: config.DATABASE_POOL_SIZE, log });
}

/** A process of web pages alone keeps nothing. */
const noEngine: Engine = {
  kind: 'postgres',
  get owner(): never {
    throw new Error('This process has no database');
  },
  connect(): never {
    throw new Error('This process has no database');
  },
  listen() {},
  ping: async () => {},
  close: async () => {},
};

/** The browser knows one origin: what runs elsewhere is reached through this process. */
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
    // Bodies are passed on as they come; the service that answers reads and checks them.
    scope.removeAllContentTypeParsers();
    await scope.register(httpProxy, {
      upstream,
      prefix,
      rewritePrefix: prefix,
      undici: { headersTimeout: REMOTE_TIMEOUT_MS },
      // The browser decides about trying again; repeating here would multiply an overload.
      retryMethods: [],
      replyOptions: {
        retryDelay: () => null,
        // The service behind takes this process's word on the caller's address (TRUSTED_PROXIES), and no other's.
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
