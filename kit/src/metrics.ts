import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Engine } from './database.ts';
import type { Log } from './log.ts';

export interface Metrics {
  /** Counts and times what a server answers, by the call and not by its address. */
  observe(app: FastifyInstance): void;
  /** Gives the port that it got. */
  listen(at: { host: string; port: number }): Promise<number>;
  close(): Promise<void>;
}

const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** OpenMetrics of a process (IETF draft, as Prometheus reads it): numbers about calls, connections, jobs and the event loop, and none about people. */
export function createMetrics(engine: Engine, schemas: readonly string[], log: Log): Metrics {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds until a call was answered; status 429 is a limit.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [],
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of each role, and who waits for one.',
    labelNames: ['role', 'state'],
    registers: [],
    collect() {
      for (const { role, open, idle, waiting } of engine.connections()) {
        this.set({ role, state: 'busy' }, open - idle);
        this.set({ role, state: 'idle' }, idle);
        this.set({ role, state: 'waiting' }, waiting);
      }
    },
  });
  const age = new Gauge({
    name: 'job_queue_age_seconds',
    help: 'How long the job that waits longest could have been done; tries in vain take nothing off.',
    labelNames: ['service', 'queue'],
    registers: [],
  });
  const jobs = new Gauge({
    name: 'job_queue_jobs',
    help: 'Jobs of each queue, letters among them, by their state; failed ones are parked.',
    labelNames: ['service', 'queue', 'state'],
    registers: [],
  });
  /** Both are of one look at the queues: each by itself, one of them would be told as of the look before. */
  const lookAtQueues = async () => {
    const found = await Promise.all(schemas.map((schema) => readQueues(engine, schema)));
    jobs.reset();
    age.reset();
    for (const { service, queue, state, count, seconds } of found.flat()) {
      jobs.set({ service, queue, state }, count);
      age.set({ service, queue }, seconds);
    }
  };

  for (const metric of [requests, connections, age, jobs]) registry.registerMetric(metric);

  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    lookAtQueues()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          log.warn({ err: error }, 'metrics could not be read');
          response.writeHead(503).end();
        },
      );
  });
  return {
    observe(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const labels = {
          method: request.method,
          // The pattern: an address may name somebody.
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
        };
        requests.observe(labels, reply.elapsedTime / 1000);
        done();
      });
    },
    async listen({ host, port }) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      server.once('error', reject).listen(port, host, resolve);
      await promise;
      return (server.address() as AddressInfo).port;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Waiting {
  service: string;
  queue: string;
  state: string;
  count: number;
  /** Of the queue, whatever the state. */
  seconds: number;
}

/** A try in vain moves `start_after` ahead, so a job that was tried has waited since it was sent; one that is to be done later waits from then on. */
async function readQueues({ owner }: Engine, schema: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select ${schema} as service, queue, state, count(*)::int as count,
      coalesce(extract(epoch from now() - min(min(since)) over (partition by queue)), 0)::float8 as seconds
    from (
      select name as queue, state::text as state,
        case
          when state = 'created' and start_after <= now() then start_after
          when state = 'retry' or (state = 'active' and retry_count > 0) then created_on
        end as since
      from ${sql.table(`${schema}_jobs.job`)} where state in ('created', 'retry', 'active', 'failed')) as job
    group by queue, state`.execute(owner);
  return rows;
}
