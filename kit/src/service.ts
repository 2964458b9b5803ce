import type { FastifyInstance } from 'fastify';
import type { ServiceContract } from '@app/contracts/endpoint.ts';
import type { Engine } from './database.ts';
import type { Jobs, Queue, WorkOptions } from './jobs.ts';
import type { Log } from './log.ts';
import type { SendMail } from './mail.ts';
import type { ServiceGauge } from './database-metrics.ts';
import type { Transport } from './peer.ts';
import type { Deletions } from './retention-job.ts';

/** Settings are text, which each `config.ts` reads. Other values replace constants in tests and the demo. */
export type Environment = Readonly<Record<string, string | number | object | undefined>>;

export interface ServiceContext {
  engine: Engine;
  log: Log;
  environment: Environment;
  transportTo(service: string): Transport;
  jobs: Jobs;
  sendMail: SendMail;
}

export interface RunningService {
  mount(app: FastifyInstance): Promise<void>;
  work(): Promise<void>;
  /** The demo's data (D-13), never in production. Repeating it is safe. */
  fillDemo(): Promise<void>;
}

export interface Service {
  contract: ServiceContract;
  /** The service's statements use no other schema. */
  schema: string;
  /** The role sees only this schema. */
  role: string;
  migrations: URL;
  queues: readonly Queue<object>[];
  settings: Readonly<Record<string, unknown>>;
  /** The demo generates these. */
  neededInProduction: readonly string[];
  // oxlint-disable-next-line typescript/no-explicit-any -- each has tables of its own
  deletions(environment: Environment): Deletions<any>;
  gauges?: readonly ServiceGauge[];
  /** Throws SettingsError before any change. */
  checkSettings(environment: Environment): void;
  start(context: ServiceContext): Promise<RunningService>;
}

/** A row of a service's table of jobs: a queue, and how its jobs are worked through. */
export interface JobRow<Needs> {
  queue: Queue<object>;
  work(deps: Needs & { jobs: Jobs }): Promise<void>;
}

/** Options that are settings of the service are read once it has started. */
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
