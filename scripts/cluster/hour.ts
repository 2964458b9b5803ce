import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVICES } from '../../apps/host/src/services.ts';
import type { Cluster } from './cluster.ts';
import { type Load, logInAll, startLoad, describeFailedCalls } from './load.ts';

const LOOKS = 6;
const GROWN_BYTES = 1_000_000;

type Tables = Record<string, { rows: number; bytes: number }>;

/** Returns MB. Memory that processes share is divided between them (Pss). */
function sumMemory(pids: readonly (number | undefined)[]): number {
  const kilobytes = pids.map((pid) => {
    try {
      const [, text] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
      return Number(text ?? 0);
    } catch {
      return 0;
    }
  });
  return Math.round(kilobytes.reduce((sum, one) => sum + one, 0) / 1024);
}

const TABLES = `select json_object_agg(schemaname || '.' || relname,
    json_build_object('rows', n_live_tup, 'bytes', pg_total_relation_size(relid)))::text as said from pg_stat_user_tables`;
const CONNECTIONS_SQL = `select string_agg(usename || ' ' || count, ', ' order by usename) as said
  from (select usename, count(*) from pg_stat_activity where usename is not null group by usename) as of_each`;
const PROJECT_NAMES_SQL = 'select json_agg(project_name)::text as said from project.projects';
const WAITING_JOBS_SQL = `select sum(count)::text as said from (${SERVICES.map(
  ({ schema }) =>
    `select count(*) from ${schema}_jobs.job where state in ('created', 'retry') and start_after <= now()`,
).join(' union all ')}) as of_each`;

async function look({ nodes, members, pgbouncer, haproxy, etcd, ask }: Cluster, { calls, failed }: Load) {
  const servers = await Promise.all(members.map((member) => member.pids()));
  const cells = [
    ...nodes.map((node) => sumMemory([node.pid()])),
    sumMemory(servers.flat()),
    sumMemory([pgbouncer.pid()]),
    sumMemory([haproxy, ...etcd].map((part) => part.pid())),
    await ask(CONNECTIONS_SQL),
    servers.map((pids) => pids.length).join(', '),
    await ask(WAITING_JOBS_SQL),
    calls(),
    describeFailedCalls(failed()),
    Math.round(loadavg()[0] ?? 0),
  ];
  return { cells, tables: JSON.parse(await ask(TABLES)) as Tables };
}

export async function watchSteadyLoad(
  cluster: Cluster,
  {
    minutes,
    callsPerSecond,
    print,
  }: { minutes: number; callsPerSecond: number; print: (line: string) => void },
): Promise<void> {
  await cluster.whole();
  const load = await startLoad(
    cluster.url,
    callsPerSecond,
    async () => JSON.parse(await cluster.ask(PROJECT_NAMES_SQL)) as string[],
  );
  const began = Date.now();
  print(
    `| Minute | ${cluster.nodes.map(({ name }) => `${name}, MB`).join(' | ')} | PostgreSQL and Patroni, MB | PgBouncer, MB | HAProxy and etcd, MB | Connections of the primary | Processes of each server | Jobs waiting | Calls | Failed | Load of the machine |`,
  );
  print(`|${' --- |'.repeat(10 + cluster.nodes.length)}`);
  const tables: Tables[] = [];
  for (let round = 0; round <= LOOKS; round += 1) {
    const minute = (round * minutes) / LOOKS;
    await pause(Math.max(0, began + minute * 60_000 - Date.now()));
    await logInAll(cluster.url);
    const seen = await look(cluster, load);
    tables.push(seen.tables);
    print(`| ${[Math.round(minute), ...seen.cells].join(' | ')} |`);
  }
  const [first = {}] = tables;
  const grown = Object.entries(tables.at(-1) ?? {}).filter(
    ([name, { bytes }]) => bytes - (first[name]?.bytes ?? 0) >= GROWN_BYTES,
  );
  const textAt = (at: Tables, name: string) => {
    const { rows, bytes } = at[name] ?? { rows: 0, bytes: 0 };
    return `${rows.toLocaleString('en')}, ${(bytes / 1e6).toFixed(1)}`;
  };
  print(
    `\n| Table: rows, MB with indexes |${tables.map((_, round) => ` ${Math.round((round * minutes) / LOOKS)} |`).join('')}`,
  );
  print(`|${' --- |'.repeat(1 + tables.length)}`);
  for (const [name] of grown) print(`| ${[name, ...tables.map((at) => textAt(at, name))].join(' | ')} |`);
  const result = await load.end(() => cluster.whole());
  print(
    `\n${result.calls} calls, failed ${describeFailedCalls(result.failed)}; ${result.acknowledged} writes, lost ${result.lost}, twice ${result.twice}, unanswered ${result.unanswered}; longest without a write ${(result.longestGapInMs / 1000).toFixed(1)} s`,
  );
}
