import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { readClockDifference } from './clock-difference.ts';
import { type Databases, type Engine, transaction } from './database.ts';
import type { Log } from './log.ts';
import type { Service } from './service.ts';

export interface Metrics {
  /** Addresses may name a person, so labels use the route. */
  observe(app: FastifyInstance): void;
  /** A read-only or full database still answers reads, so each scrape asks. */
  watch(takesWrites: () => Promise<boolean>): void;
  listen(at: { host: string; port: number }): Promise<number>;
  close(): Promise<void>;
}

/** Each scrape reads it, so it needs an index or few rows. */
export interface ServiceGauge {
  name: string;
  help: string;
  labels: readonly string[];
  rows: RawBuilder<unknown>;
}

/** All nodes look, so scrapes soon after each other share one reading. */
const READING_CACHE_MS = 5000;
const LONGEST_STATEMENT_MS = 2000;
/** A silent database must not delay the other figures. */
const READING_TIMEOUT_MS = 4000;

const DURATION_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** OpenMetrics, as Prometheus reads it. No figure is about a person. */
export function createMetrics(
  databases: Databases,
  services: readonly Pick<Service, 'schema' | 'gauges'>[],
  build: { name: string; labels: Record<string, string> },
  log: Log,
): Metrics {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds until a call was answered; status 429 is a limit.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [],
  });
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections of each role, and who waits for one.',
    labelNames: ['role', 'state'],
    registers: [],
    collect() {
      this.reset();
      // A role has a pool per database and replica.
      for (const { role, open, idle, waiting } of databases.all.flatMap((engine) => engine.connections())) {
        this.inc({ role, state: 'busy' }, open - idle);
        this.inc({ role, state: 'idle' }, idle);
        this.inc({ role, state: 'waiting' }, waiting);
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
    help: 'Jobs of each queue, letters among them, by their state; parked ones have given up.',
    labelNames: ['service', 'queue', 'state'],
    registers: [],
  });
  const answers = new Gauge({
    name: 'database_answers',
    help: 'Whether the database answered the last look and takes writes; without an answer, what is read there is left out.',
    registers: [],
  });
  const clockDifference = new Gauge({
    name: 'database_clock_difference_seconds',
    help: 'How far the clock of this machine is from that of the database that differs most.',
    registers: [],
  });
  let takesWrites = async () => true;
  const info = new Gauge({
    name: build.name,
    help: 'Which build this is.',
    labelNames: Object.keys(build.labels),
    registers: [],
  });
  info.set(build.labels, 1);
  const own = services.flatMap(({ schema, gauges = [] }) =>
    gauges.map(({ rows, labels: labelNames, ...named }) => ({
      schema,
      rows: rows.$castTo<Record<string, string> & { value: number }>(),
      gauge: new Gauge({ ...named, labelNames, registers: [] }),
      isOne: labelNames.length === 0,
    })),
  );

  const readEngineMetrics = (engine: Engine) =>
    transaction(engine.owner, async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(LONGEST_STATEMENT_MS)}`.execute(trx);
      const isHere = ({ schema }: { schema: string }) => databases.of(schema) === engine;
      const waiting: QueueLoad[] = [];
      for (const { schema } of services.filter(isHere)) waiting.push(...(await readQueues(trx, schema)));
      const readings = [];
      for (const { gauge, rows } of own.filter(isHere))
        readings.push({ gauge, rows: (await rows.execute(trx)).rows });
      return { waiting, readings };
    });
  /** All figures are read together, so that none is older than others. */
  const readAll = async () => {
    const parts = await Promise.all(databases.all.map(readEngineMetrics));
    const differences = await Promise.all(databases.all.map((engine) => readClockDifference(engine)));
    return {
      takesWrites: await takesWrites(),
      clockDifference: Math.max(...differences.map(Math.abs)),
      waiting: parts.flatMap(({ waiting }) => waiting),
      readings: parts.flatMap(({ readings }) => readings),
    };
  };
  const show = (found?: Awaited<ReturnType<typeof readAll>>) => {
    answers.set(found?.takesWrites ? 1 : 0);
    if (found) clockDifference.set(found.clockDifference);
    else clockDifference.remove();
    for (const gauge of [jobs, age, ...own.map((one) => one.gauge)]) gauge.reset();
    // Without labels a reset would show 0.
    for (const { gauge, isOne } of own) if (isOne) gauge.remove();
    for (const { service, queue, state, count, seconds } of found?.waiting ?? []) {
      jobs.set({ service, queue, state }, count);
      if (state !== 'dead_letter') age.set({ service, queue }, seconds);
    }
    for (const { gauge, rows } of found?.readings ?? [])
      for (const { value, ...labelled } of rows) gauge.set(labelled, value);
  };
  let underWay: Promise<void> | undefined;
  let showsUntil = 0;
  const look = async () => {
    if (underWay === undefined && performance.now() < showsUntil) return;
    underWay ??= readAll()
      .then(show, (error: unknown) => {
        log.warn({ err: error }, 'metrics of the database could not be read');
        show();
      })
      .finally(() => {
        underWay = undefined;
        showsUntil = performance.now() + READING_CACHE_MS;
      });
    const late = setTimeout(READING_TIMEOUT_MS, 'LATE' as const, { ref: false });
    if ((await Promise.race([underWay, late])) === 'LATE') show();
  };

  for (const metric of [requests, connections, info]) registry.registerMetric(metric);
  // The page server has no database.
  const ofDatabase =
    services.length > 0 ? [age, jobs, answers, clockDifference, ...own.map(({ gauge }) => gauge)] : [];
  for (const metric of ofDatabase) registry.registerMetric(metric);

  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    (services.length > 0 ? look() : Promise.resolve())
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
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
        };
        requests.observe(labels, reply.elapsedTime / 1000);
        done();
      });
    },
    watch(ask) {
      takesWrites = ask;
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

interface QueueLoad {
  service: string;
  queue: string;
  state: string;
  count: number;
  seconds: number;
}

/**
 * Retries move `start_after`. So the age of a tried job counts from its creation, that of a delayed job from
 * its due time.
 */
async function readQueues(db: Kysely<unknown>, schema: string): Promise<QueueLoad[]> {
  const { rows } = await sql<QueueLoad>`
    select ${schema} as service, queue, state, count(*)::int as count,
      coalesce(extract(epoch from now() - min(min(since)) over (partition by queue)), 0)::float8 as seconds
    from (
      select regexp_replace(name, '-dead-letter$', '') as queue,
        case when name like '%-dead-letter' then 'dead_letter' else state::text end as state,
        case
          when name like '%-dead-letter' then null
          when state = 'created' and start_after <= now() then start_after
          when state = 'retry' or (state = 'active' and retry_count > 0) then created_on
        end as since
      from ${sql.table(`${schema}_jobs.job`)} where state in ('created', 'retry', 'active', 'failed')
        -- What could not be put back is in its queue already.
        and (name not like '%-dead-letter' or state = 'created')) as job
    group by queue, state`.execute(db);
  return rows;
}
