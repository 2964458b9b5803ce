import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT_BASE } from '@app/contracts/bases.ts';
import { DEMO_PEOPLE } from '@app/demo/people.ts';
import type { Cluster } from './cluster.ts';
import { watchSteadyLoad } from './hour.ts';
import { type LoadResult, readProjectNames, logIn, startLoad, describeFailedCalls } from './load.ts';
import { type Part, until } from './part.ts';

const STEADY_MS = 4000;
/** If nothing has failed for this long, the cluster has recovered. */
const RECOVERED_MS = 3000;
const LONGEST_SECONDS = 60;
/** A frozen leader loses its lease within this time. */
const FROZEN_MS = 35_000;

interface Case {
  name: string;
  /** Damages the cluster, and returns a function that repairs it. */
  breaks(cluster: Cluster): Promise<(() => Promise<void>) | void>;
}

async function killed(...parts: Part[]): Promise<void> {
  for (const part of parts) part.signal('SIGKILL');
  await Promise.all(parts.map((part) => part.ended()));
}

function killPostgres(pid: number | undefined): void {
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
}

async function freeze(pids: readonly number[]): Promise<void> {
  const all = (signal: NodeJS.Signals) => {
    for (const pid of pids)
      try {
        process.kill(pid, signal);
      } catch {}
  };
  all('SIGSTOP');
  await pause(FROZEN_MS);
  all('SIGCONT');
}

async function restartNodes({ nodes }: Pick<Cluster, 'nodes'>): Promise<void> {
  for (const node of nodes) {
    node.signal('SIGTERM');
    await node.ended();
    node.start();
    await until('It is ready', node.isReady, LONGEST_SECONDS);
    await pause(2000);
  }
}

const RELEASE_CASES: ReadonlySet<string> = new Set(['upgrade', 'back']);

const cases: Record<string, Case> = {
  nothing: { name: 'nothing, for comparison', breaks: async () => pause(10_000) },
  switchover: {
    name: 'a planned switchover between PAUSE and RESUME of PgBouncer',
    async breaks(cluster) {
      const before = await cluster.leader();
      await cluster.checkpoint();
      await cluster.pooler('PAUSE');
      try {
        // Patroni's answer comes some time after the switch, so we do not wait for it here.
        const asked = cluster.switchover();
        const isOther = until(
          'Another leads',
          async () => (await cluster.leader()).name !== before.name,
          20,
        ).then(() => cluster.primaryAnswers());
        await Promise.race([asked.then(() => isOther), isOther]);
      } finally {
        await cluster.pooler('RESUME');
      }
    },
  },
  unpaused: { name: 'a planned switchover, nothing paused', breaks: (cluster) => cluster.switchover() },
  crash: {
    name: 'the primary’s PostgreSQL killed, its Patroni not',
    async breaks(cluster) {
      killPostgres((await cluster.leader()).postmaster());
    },
  },
  primary: {
    name: 'the primary and its Patroni killed',
    async breaks(cluster) {
      const { patroni, postmaster } = await cluster.leader();
      patroni.signal('SIGKILL');
      killPostgres(postmaster());
      await patroni.ended();
      return async () => patroni.start();
    },
  },
  frozen: {
    name: 'the primary and its Patroni frozen for 35 s',
    breaks: async (cluster) => freeze(await (await cluster.leader()).pids()),
  },
  deaf: {
    name: 'the primary’s Patroni frozen for 35 s, its PostgreSQL not',
    async breaks(cluster) {
      const pid = (await cluster.leader()).patroni.pid();
      await freeze(pid === undefined ? [] : [pid]);
    },
  },
  network: {
    name: 'the primary’s server cut off from the network for 35 s, its etcd too',
    async breaks(cluster) {
      const { network } = cluster;
      if (!network) throw new Error('This needs root and Linux: it cuts a network namespace off');
      const { name } = await cluster.leader();
      network(name, 'down');
      await pause(FROZEN_MS);
      network(name, 'up');
    },
  },
  replica: {
    name: 'the synchronous replica and its Patroni killed',
    async breaks(cluster) {
      const [standby] = await cluster.replicas();
      if (!standby) throw new Error('No replica');
      standby.patroni.signal('SIGKILL');
      killPostgres(standby.postmaster());
      await standby.patroni.ended();
      return async () => standby.patroni.start();
    },
  },
  etcd: {
    name: 'the leader of etcd killed',
    async breaks(cluster) {
      const leader = await cluster.etcdLeader();
      await killed(leader);
      await pause(15_000);
      return async () => leader.start();
    },
  },
  haproxy: {
    name: 'HAProxy killed, started after 1 s',
    async breaks({ haproxy }) {
      await killed(haproxy);
      await pause(1000);
      haproxy.start();
    },
  },
  pgbouncer: {
    name: 'PgBouncer killed, started after 1 s',
    async breaks({ pgbouncer }) {
      await killed(pgbouncer);
      await pause(1000);
      pgbouncer.start();
    },
  },
  node: {
    name: 'a node of the product killed, started after 2 s',
    async breaks({ nodes: [node] }) {
      if (!node) return;
      await killed(node);
      await pause(2000);
      node.start();
      await until('It is ready', node.isReady, LONGEST_SECONDS);
    },
  },
  rolling: { name: 'both nodes restarted, one after the other', breaks: restartNodes },
  upgrade: {
    name: 'upgraded from the release before, node by node',
    async breaks(cluster) {
      if (cluster.before === undefined) throw new Error('Name its folder: --before=…');
      cluster.release(process.cwd());
      await restartNodes(cluster);
    },
  },
  back: {
    name: 'back to the release before, node by node',
    async breaks(cluster) {
      cluster.release(cluster.before ?? process.cwd());
      await restartNodes(cluster);
    },
  },
};

async function goBack(
  { backups, nodes, url, ask, whole }: Cluster,
  print: (line: string) => void,
): Promise<void> {
  const token = await logIn(url, DEMO_PEOPLE.ama);
  const write = async (projectName: string) => {
    const answer = await fetch(`${url}${PROJECT_BASE}/projects`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ creatorId: DEMO_PEOPLE.ama.userId, projectName }),
    });
    if (answer.status !== 201) throw new Error(`The project was answered ${answer.status}`);
  };
  await backups.begin();
  await whole();
  await write('before the mistake');
  const moment = await ask('select clock_timestamp()::text as said');
  await write('the mistake');
  for (const node of nodes) node.signal('SIGTERM');
  await Promise.all(nodes.map((node) => node.ended()));
  const began = Date.now();
  await backups.backTo(moment);
  const seconds = Math.round((Date.now() - began) / 1000);
  for (const node of nodes) node.start();
  await whole();
  const names = await readProjectNames(url, { authorization: `Bearer ${await logIn(url, DEMO_PEOPLE.ama)}` });
  const has = (name: string) => (names.includes(name) ? 'is there' : 'is gone');
  const paused = await ask(
    "select coalesce(string_agg(provider || ' ' || reason, ', '), 'none') as said from payment.pauses",
  );
  print(
    `Back to ${moment} in ${seconds} s: what was written before it ${has('before the mistake')}, after it ${has('the mistake')}. Payments paused: ${paused}`,
  );
}

export async function runCases(
  cluster: Cluster,
  chosen: readonly string[],
  {
    minutes,
    callsPerSecond,
    print,
  }: { minutes: number; callsPerSecond: number; print: (line: string) => void },
): Promise<void> {
  if (chosen.join() === 'restore') return goBack(cluster, print);
  if (chosen.join() === 'hour') return watchSteadyLoad(cluster, { minutes, callsPerSecond, print });
  const unknown = chosen.filter((name) => !(name in cases));
  if (unknown.length > 0)
    throw new Error(
      `No such case: ${unknown.join()}. There are ${Object.keys(cases).join(', ')}, and restore or hour by itself`,
    );
  const rows = [
    '| What | Longest without a write | Calls | Failed | Writes | Unseen at first | Lost | Twice | Unanswered |',
    `|${' --- |'.repeat(9)}`,
  ];
  const all = Object.keys(cases).filter(
    (name) =>
      (cluster.before !== undefined || !RELEASE_CASES.has(name)) && (cluster.network || name !== 'network'),
  );
  for (const name of chosen.length > 0 ? chosen : all) {
    const { name: what, breaks } = cases[name]!;
    print(`${what} …`);
    await cluster.whole().catch(namedBy(what));
    const load = await startLoad(cluster.url, callsPerSecond).catch(namedBy(what));
    await pause(STEADY_MS);
    const repair = await breaks(cluster).catch(namedBy(what));
    await pause(RECOVERED_MS);
    await until(
      'Writes are acknowledged again',
      () => Date.now() - load.lastWrite() < 500,
      LONGEST_SECONDS,
    ).catch(() => {});
    await pause(RECOVERED_MS);
    const result = await load
      .end(async () => {
        await repair?.();
        await cluster.whole();
      })
      .catch(namedBy(what));
    rows.push(resultRow(what, result));
    print(rows.at(-1) ?? '');
  }
  print(`\n${rows.join('\n')}\n\nLoad of the machine: ${loadavg().map(Math.round).join(', ')}`);
}

const namedBy = (what: string) => (cause: unknown) => {
  throw new Error(`In the case “${what}”`, { cause });
};

function resultRow(what: string, result: LoadResult): string {
  const cells = [
    what,
    `${(result.longestGapInMs / 1000).toFixed(1)} s`,
    result.calls,
    describeFailedCalls(result.failed),
    result.acknowledged,
    result.unseen,
    result.lost,
    result.twice,
    result.unanswered,
  ];
  return `| ${cells.join(' | ')} |`;
}
