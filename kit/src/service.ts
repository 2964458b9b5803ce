import type { FastifyInstance } from 'fastify';
import type { ServiceContract } from '@app/contracts/endpoint.ts';
import type { Engine } from './database.ts';
import type { Jobs, Queue } from './jobs.ts';
import type { Log } from './log.ts';
import type { SendLetter } from './mail.ts';
import type { ServiceGauge } from './metrics.ts';
import type { Transport } from './peer.ts';
import type { Deletions } from './sweep.ts';

/**
 * The settings as text, as the environment holds them; each `config.ts` reads its own. What is no text replaces a constant of that
 * name, in tests and the demo.
 */
export type Environment = Readonly<Record<string, string | number | object | undefined>>;

/** What the host gives a service when it starts it. */
export interface Surroundings {
  engine: Engine;
  log: Log;
  environment: Environment;
  /** The way to another service: a call in this process where both run here, HTTP where they do not. */
  transportTo(service: string): Transport;
  /** The service's own job queues, for sending and working. */
  jobs: Jobs;
  sendLetter: SendLetter;
}

export interface RunningService {
  /** Mounts every call of the contract; registered by the host under the contract's base path. */
  mount(app: FastifyInstance): Promise<void>;
  /** Starts what runs by itself, such as job workers; called once the process takes requests. */
  work(): Promise<void>;
  /** Writes the made-up data of the demo (D-13), which production has not installed; running it again changes nothing. */
  fillDemo(): Promise<void>;
}

/** A backend as a value: the host migrates, starts, mounts and stops any choice of them. */
export interface Service {
  contract: ServiceContract;
  /** The schema that it owns; no statement of it names another. */
  schema: string;
  /** The database role that it acts as on a server, which sees that schema alone. */
  role: string;
  migrations: URL;
  /** Queues of its jobs. */
  queues: readonly Queue<object>[];
  /** All that it reads of the environment, and its constants, by name. */
  settings: Readonly<Record<string, unknown>>;
  /** Settings that the demo makes for itself and production must be given. */
  neededInProduction: readonly string[];
  /** What its sweep deletes, past its retention. */
  // oxlint-disable-next-line typescript/no-explicit-any -- each has tables of its own
  deletions(environment: Environment): Deletions<any>;
  gauges?: readonly ServiceGauge[];
  /** Throws SettingsError before anything is touched. */
  checkSettings(environment: Environment): void;
  start(surroundings: Surroundings): Promise<RunningService>;
}
