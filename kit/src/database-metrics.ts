import { setTimeout } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Gauge } from 'prom-client';
import { readClockDifference } from './clock-difference.ts';
import { type Databases, type Engine, transaction } from './database.ts';
import type { Log } from './log.ts';

/** Each scrape runs the query, so it needs an index or a small table. */
export interface ServiceGauge {
  name: string;
  help: string;
  labels: readonly string[];
  rows: RawBuilder<unknown>;
}

export interface MeasuredService {
  schema: string;
  gauges?: readonly ServiceGauge[];
}

/** Prometheus reads all nodes at about the same time, so they share one reading of the database. */
const READING_CACHE_MS = 5000;
const LONGEST_STATEMENT_MS = 2000;
/** If the database does not answer, the other metrics must not wait for it. */
const READING_TIMEOUT_MS = 4000;

const createServiceGauges = (services: readonly MeasuredService[]) =>
  services.flatMap(({ schema, gauges = [] }) =>
    gauges.map(({ rows, labels: labelNames, ...named }) => ({
      schema,
      rows: rows.$castTo<Record<string, string> & { value: number }>(),
      gauge: new Gauge({ ...named, labelNames, registers: [] }),
      isOne: labelNames.length === 0,
    })),
  );
type ServiceGauges = ReturnType<typeof createServiceGauges>;

/** All figures describe the same moment. */
async function readAll(
  databases: Databases,
  services: readonly MeasuredService[],
  serviceGauges: ServiceGauges,
) {
  const readEngine = (engine: Engine) =>
    transaction(engine.owner, async (trx) => {
      await sql`set local statement_timeout = ${sql.lit(LONGEST_STATEMENT_MS)}`.execute(trx);
      const isHere = ({ schema }: { schema: string }) => databases.of(schema) === engine;
      const waiting: QueueLoad[] = [];
      for (const { schema } of services.filter(isHere)) waiting.push(...(await readQueues(trx, schema)));
      const readings = [];
      for (const { gauge, rows } of serviceGauges.filter(isHere))
        readings.push({ gauge, rows: (await rows.execute(trx)).rows });
      return { waiting, readings };
    });
  const parts = await Promise.all(databases.all.map(readEngine));
  const differences = await Promise.all(databases.all.map((engine) => readClockDifference(engine)));
  return {
    clockDifference: Math.max(...differences.map(Math.abs)),
    waiting: parts.flatMap(({ waiting }) => waiting),
    readings: parts.flatMap(({ readings }) => readings),
  };
}
type Found = Awaited<ReturnType<typeof readAll>> & { takesWrites: boolean };

function createGauges(services: readonly MeasuredService[]) {
  const age = new Gauge({
    name: 'job_queue_age_seconds',
    help: 'How long the job that waits longest could have been done; tries in vain take nothing off.',
    labelNames: ['service', 'queue'],
    registers: [],
  });
  const jobs = new Gauge({
    name: 'job_queue_jobs',
    help: 'Jobs of each queue, emails included, by state; dead letters have given up.',
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
  const ofServices = createServiceGauges(services);

  return {
    all: [age, jobs, answers, clockDifference, ...ofServices.map(({ gauge }) => gauge)],
    ofServices,
    show(found?: Found): void {
      answers.set(found?.takesWrites ? 1 : 0);
      if (found) clockDifference.set(found.clockDifference);
      else clockDifference.remove();
      for (const gauge of [jobs, age, ...ofServices.map((one) => one.gauge)]) gauge.reset();
      // After `reset`, a gauge without labels would wrongly show 0, so it is removed.
      for (const { gauge, isOne } of ofServices) if (isOne) gauge.remove();
      for (const { service, queue, state, count, seconds } of found?.waiting ?? []) {
        jobs.set({ service, queue, state }, count);
        if (state !== 'dead_letter') age.set({ service, queue }, seconds);
      }
      for (const { gauge, rows } of found?.readings ?? [])
        for (const { value, ...labelled } of rows) gauge.set(labelled, value);
    },
  };
}

/** The caller must run `look` before each scrape. */
export function createDatabaseMetrics(
  databases: Databases,
  services: readonly MeasuredService[],
  takesWrites: () => Promise<boolean>,
  log: Log,
) {
  const { all, ofServices, show } = createGauges(services);
  let underWay: Promise<void> | undefined;
  let showsUntil = 0;
  const read = async () => ({
    ...(await readAll(databases, services, ofServices)),
    takesWrites: await takesWrites(),
  });
  return {
    gauges: all,
    async look(): Promise<void> {
      if (underWay === undefined && performance.now() < showsUntil) return;
      underWay ??= read()
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

/** A retry changes `start_after`, so the age of a retried job is counted from its creation. */
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
        -- A job that was moved from a dead-letter queue to its own queue counts in its own queue.
        and (name not like '%-dead-letter' or state = 'created')) as job
    group by queue, state`.execute(db);
  return rows;
}
