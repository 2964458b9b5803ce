import type { FastifyInstance } from 'fastify';
import type { ServiceContract } from '@app/contracts/endpoint.ts';
import type { Engine } from './database.ts';
import type { Jobs, Queue, WorkOptions } from './jobs.ts';
import type { Log } from './log.ts';
import type { SendMail } from './mail.ts';
import type { AdminPort } from './route.ts';
import type { ServiceGauge } from './database-metrics.ts';
import type { Transport } from './peer.ts';
import type { Environment } from './settings.ts';
import type { Deletions } from './retention-job.ts';

export interface ServiceContext {
  engine: Engine;
  log: Log;
  environment: Environment;
  transportTo(service: string): Transport;
  jobs: Jobs;
  sendMail: SendMail;
}

export interface RunningService {
  mount(app: FastifyInstance, adminPort?: AdminPort): Promise<void>;
  work(): Promise<void>;
  /** Creates the demo's data (D-13), never in production. Calling it again is safe. */
  fillDemo(): Promise<void>;
}

export interface Service {
  contract: ServiceContract;
  /** The database schema of the service. Its statements use no other schema. */
  schema: string;
  role: string;
  migrations: URL;
  queues: readonly Queue<object>[];
  settings: Readonly<Record<string, unknown>>;
  /** Names of the settings that production must give and the demo generates. */
  neededInProduction: readonly string[];
  // oxlint-disable-next-line typescript/no-explicit-any -- each has tables of its own
  deletions(environment: Environment): Deletions<any>;
  gauges?: readonly ServiceGauge[];
  /** Throws SettingsError before the start changes anything. */
  checkSettings(environment: Environment): void;
  start(context: ServiceContext): Promise<RunningService>;
}

export interface JobRow<Needs> {
  queue: Queue<object>;
  work(deps: Needs & { jobs: Jobs }): Promise<void>;
}

/** `options` may depend on settings, so they are called after the start. */
export const jobRow = <Needs, Data extends object>(
  queue: Queue<Data>,
  run: (deps: Needs, data: Data) => Promise<unknown>,
  options: WorkOptions | ((deps: Needs) => WorkOptions) = {},
): JobRow<Needs> => ({
  queue,
  work: (deps) =>
    deps.jobs.work(
      queue,
      async (data) => void (await run(deps, data)),
      typeof options === 'function' ? options(deps) : options,
    ),
});
