import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Databases } from './database.ts';
import { type MeasuredService, createDatabaseMetrics } from './database-metrics.ts';
import type { Log } from './log.ts';

export interface Metrics {
  /** Measures requests by route, because the address of a request may contain a person's name. */
  observe(app: FastifyInstance): void;
  /** A read-only or full database still answers reads, so each scrape checks whether it accepts writes. */
  watch(takesWrites: () => Promise<boolean>): void;
  listen(at: { host: string; port: number }): Promise<number>;
  close(): Promise<void>;
}

const DURATION_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The format is OpenMetrics. No metric is about a person. */
export function createMetrics(
  databases: Databases,
  services: readonly MeasuredService[],
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
      for (const { role, open, idle, waiting } of databases.all.flatMap((engine) => engine.connections())) {
        this.inc({ role, state: 'busy' }, open - idle);
        this.inc({ role, state: 'idle' }, idle);
        this.inc({ role, state: 'waiting' }, waiting);
      }
    },
  });
  let takesWrites = async () => true;
  const info = new Gauge({
    name: build.name,
    help: 'Which build this is.',
    labelNames: Object.keys(build.labels),
    registers: [],
  });
  info.set(build.labels, 1);
  const ofDatabase = createDatabaseMetrics(databases, services, () => takesWrites(), log);

  for (const metric of [requests, connections, info]) registry.registerMetric(metric);
  const hasDatabase = services.length > 0;
  if (hasDatabase) for (const gauge of ofDatabase.gauges) registry.registerMetric(gauge);

  const server = openScrapeServer(
    registry.contentType,
    async () => {
      if (hasDatabase) await ofDatabase.look();
      return registry.metrics();
    },
    log,
  );
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
    watch(probe) {
      takesWrites = probe;
    },
    ...server,
  };
}

function openScrapeServer(
  contentType: string,
  scrape: () => Promise<string>,
  log: Log,
): Pick<Metrics, 'listen' | 'close'> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics could not be read');
        response.writeHead(503).end();
      },
    );
  });
  return {
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
