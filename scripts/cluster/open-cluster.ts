import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { freePort } from '@app/test/support/machine/ports.ts';
import { findSystemBinaries } from '@app/test/support/machine/postgres-binaries.ts';
import { accountForServer } from '@app/test/support/machine/postgres-cluster.ts';
import { childProcessSettings } from '@app/test/support/product.ts';
import { SERVICES } from '../../apps/host/src/services.ts';
import { IS_LEADER_SQL, answers, queryDatabase, readJson } from './ask.ts';
import { openBackups } from './backups.ts';
import type { Cluster, Member } from './cluster.ts';
import { folderId, openFolder } from './folder.ts';
import { bulkInserts } from './load.ts';
import { NUMBERS, openNetworks } from './networks.ts';
import { type Part, type Program, until } from './part.ts';
import { PROGRAMS, readFileReplacing } from './programs.ts';

const run = promisify(execFile);
const name = PRODUCT_NAME.toLowerCase();

export async function openCluster(
  print: (line: string) => void,
  stopped: Promise<void>,
  { before, rows }: { before?: string | undefined; rows: number },
): Promise<Cluster> {
  let release = before ?? process.cwd();
  const as = accountForServer();
  const bin = findSystemBinaries(as) ?? '';
  const { folder, part, parts, createSubfolder, write, keepLogs, end: unwatch } = openFolder(as);
  const networks = openNetworks(folderId(folder), folder);
  const on = (server: (typeof NUMBERS)[number], program: Program) =>
    part(networks?.on(server, program) ?? program);
  const ports = async <Key extends string>(keys: readonly Key[]) =>
    Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await freePort()]))) as Record<
      Key,
      number
    >;
  const local = (port: number) => `127.0.0.1:${port}`;
  const serverAddress = (at: Record<(typeof NUMBERS)[number], number>, server: (typeof NUMBERS)[number]) =>
    `${networks?.addresses[server] ?? '127.0.0.1'}:${at[server]}`;
  const secret = () => randomBytes(16).toString('hex');
  const [superuser, replicator, owner, app] = [secret(), secret(), secret(), secret()];
  const [client, peer, postgres, rest, node] = [
    await ports(NUMBERS),
    await ports(NUMBERS),
    await ports(NUMBERS),
    await ports(NUMBERS),
    await ports(['one', 'two']),
  ];
  const { primary, web, pooler } = await ports(['primary', 'web', 'pooler']);
  const url = `http://localhost:${web}`;

  const etcd = NUMBERS.map((number) =>
    on(number, {
      name: `etcd-${number}`,
      as,
      command: [PROGRAMS.etcd],
      env: {
        ETCD_NAME: number,
        ETCD_DATA_DIR: createSubfolder(`etcd-${number}`),
        ETCD_LISTEN_PEER_URLS: `http://${serverAddress(peer, number)}`,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${serverAddress(peer, number)}`,
        ETCD_LISTEN_CLIENT_URLS: `http://${serverAddress(client, number)}`,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${serverAddress(client, number)}`,
        ETCD_INITIAL_CLUSTER: NUMBERS.map((of) => `${of}=http://${serverAddress(peer, of)}`).join(),
        ETCD_HEARTBEAT_INTERVAL: '200',
        ETCD_ELECTION_TIMEOUT: '2000',
        ETCD_ENABLE_V2: 'true',
      },
    }),
  );

  const patroniSettings = {
    // docs/cluster.md, "By etcd's API v2", explains why this is not `ETCD3`.
    PATRONI_ETCD_HOSTS: NUMBERS.map((of) => serverAddress(client, of)).join(),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: replicator,
    PATRONI_POSTGRESQL_BIN_DIR: bin,
  };
  // The account of the database server may not be able to read the project folder.
  const patroniFile = write('patroni.yml', readFileSync('deploy/cluster/patroni.yml', 'utf8'));
  const members = NUMBERS.map((number): Member => {
    const data = createSubfolder(`postgres-${number}`);
    const patroni = on(number, {
      name: `patroni-${number}`,
      as,
      command: [PROGRAMS.patroni, patroniFile],
      env: {
        ...patroniSettings,
        PATRONI_NAME: number,
        PATRONI_RESTAPI_LISTEN: serverAddress(rest, number),
        PATRONI_RESTAPI_CONNECT_ADDRESS: serverAddress(rest, number),
        PATRONI_POSTGRESQL_LISTEN: serverAddress(postgres, number),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: serverAddress(postgres, number),
        PATRONI_POSTGRESQL_DATA_DIR: join(data, 'data'),
        PATRONI_POSTGRESQL_PGPASS: join(data, 'pgpass'),
      },
    });
    const postmaster = () => {
      const file = join(data, 'data', 'postmaster.pid');
      return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
    };
    return {
      name: number,
      patroni,
      postmaster,
      async pids() {
        const parents = [patroni.pid(), postmaster()].filter((pid) => pid !== undefined);
        if (parents.length === 0) return [];
        // If there are no children, `ps` fails, which is no error here.
        const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', parents.join()]).catch(() => ({
          stdout: '',
        }));
        return [...parents, ...(stdout.match(/\d+/g) ?? []).map(Number)];
      },
      state: async () => {
        const answer = await answers(`http://${serverAddress(rest, number)}/patroni`);
        return ((await answer.json()) as { state: string }).state;
      },
    };
  });

  const cfg = (file: string) => write(file.replaceAll('/', '-'), readFileSync(file, 'utf8'));
  const people = readFileReplacing('deploy/haproxy.cfg', {
    'bind :80\n': `bind ${local(web)}\n`,
    '\tbind :443 ssl crt /etc/haproxy/nkomo.pem alpn h2,http/1.1\n': '',
    '\thttp-request redirect scheme https unless { ssl_fc }\n': '',
    '127.0.0.1:3001': local(node.one),
    '127.0.0.1:3002': local(node.two),
  });
  const haproxy = part({
    name: 'haproxy',
    as,
    command: [
      PROGRAMS.haproxy,
      '-db',
      '-f',
      cfg('deploy/cluster/haproxy.cfg'),
      '-f',
      write('people.cfg', people),
    ],
    env: {
      PRIMARY_PORT: local(primary),
      ...Object.fromEntries(
        NUMBERS.flatMap((of) => [
          [`DATABASE_${of.toUpperCase()}`, serverAddress(postgres, of)],
          [`PATRONI_${of.toUpperCase()}`, String(rest[of])],
        ]),
      ),
    },
  });

  const sockets = createSubfolder('sockets');
  const users = SERVICES.map(({ role }) => `"${role}" "${app}"\n`).join('');
  const ini = readFileReplacing('deploy/pgbouncer.ini', {
    'host=127.0.0.1 port=5432': `host=127.0.0.1 port=${primary}`,
    'listen_port = 6432': `listen_port = ${pooler}\nunix_socket_dir = ${sockets}`,
    '/etc/pgbouncer/userlist.txt': write('users', users),
  });
  const pgbouncer = part({
    name: 'pgbouncer',
    as,
    command: [PROGRAMS.pgbouncer, write('pgbouncer.ini', ini)],
  });

  const admin = `postgres://postgres:${superuser}@${local(primary)}/postgres`;
  const directUrl = `postgres://${name}:${owner}@${local(primary)}/${name}`;
  const { options, env: settings } = childProcessSettings({
    HOME: process.env['HOME'] ?? '',
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
    DATA_DIR: join(folder, 'data'),
    PUBLIC_URL: url,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    STOP_WAIT_SECONDS: '3',
    DATABASE_URL: `postgres://:${app}@${local(pooler)}/${name}`,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_STATEMENTS: 'unnamed',
    DATABASE_READERS: NUMBERS.map(
      (of) => `postgres://${name}:${owner}@${serverAddress(postgres, of)}/${name}`,
    ).join(),
    ACCESS_TOKEN_MINUTES: 60,
    PROJECTS_PER_PERSON_PER_DAY: 1_000_000,
    WRITES_PER_PERSON_PER_HOUR: 1_000_000,
    CALLS_PER_PERSON_PER_SECOND: '1000',
    CONCURRENCY_WAIT_SECONDS: 20,
  });
  const nodes = (['one', 'two'] as const).map((number) => ({
    ...part({
      name: `node-${number}`,
      command: [process.execPath, '--max-semi-space-size=8', ...options, 'scripts/start.ts'],
      env: { ...settings, PORT: String(node[number]) },
      cwd: () => release,
    }),
    isReady: async () => (await answers(`http://${local(node[number])}/readyz`)).status === 200,
  }));

  const seen = async () => {
    for (const of of NUMBERS) {
      const answer = await readJson<{ members: { name: string; role: string; state: string }[] }>(
        `http://${serverAddress(rest, of)}/cluster`,
      );
      if (answer) return answer.members;
    }
    return [];
  };
  const withRoles = async (...roles: string[]) => {
    const all = await seen();
    return roles.flatMap((role) =>
      members.filter((one) => all.some((of) => of.name === one.name && of.role === role)),
    );
  };

  const isReplicated = async () => {
    const all = await seen();
    const roles = all.filter(({ state }) => /running|streaming/.test(state)).map(({ role }) => role);
    return roles.sort().join() === 'leader,replica,sync_standby';
  };

  const cluster: Cluster = {
    folder,
    url,
    addresses: {
      'The product': url,
      'The primary': `postgres://${name}@${local(primary)}/${name}`,
      'Its password': owner,
      PgBouncer: local(pooler),
      ...Object.fromEntries(
        NUMBERS.map((of) => [
          `PostgreSQL ${of}`,
          `${serverAddress(postgres, of)}, Patroni http://${serverAddress(rest, of)}/cluster`,
        ]),
      ),
      'Files and logs': folder,
    },
    members,
    etcd,
    haproxy,
    pgbouncer,
    nodes,
    async leader() {
      const [leader] = await withRoles('leader');
      if (!leader) throw new Error('Nobody leads');
      return leader;
    },
    replicas: () => withRoles('sync_standby', 'replica'),
    async etcdLeader() {
      for (const [at, number] of NUMBERS.entries()) {
        const init = { method: 'POST', body: '{}' };
        const answer = await readJson<{ leader: string; header: { member_id: string } }>(
          `http://${serverAddress(client, number)}/v3/maintenance/status`,
          init,
        );
        if (answer && answer.leader === answer.header.member_id) return etcd[at]!;
      }
      throw new Error('Nobody leads etcd');
    },
    async switchover() {
      const [leader, [standby]] = [await cluster.leader(), await cluster.replicas()];
      const at = serverAddress(rest, leader.name);
      const body = JSON.stringify({ leader: leader.name, candidate: standby?.name });
      const answer = await fetch(`http://${at}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`Patroni does not switch over: ${await answer.text()}`);
    },
    async pooler(command) {
      const to = ['-h', sockets, '-p', String(pooler), '-U', 'pgbouncer', '-d', 'pgbouncer'];
      await run(join(bin, 'psql'), [...to, '-c', `${command} ${name}`], { ...as, cwd: folder });
    },
    network: networks?.set,
    backups: openBackups({
      as,
      bin,
      members,
      superuser,
      createSubfolder,
      write,
      networks,
      folder,
      serverAddresses: (of) => ({
        host: networks?.addresses[of] ?? '127.0.0.1',
        port: postgres[of],
        data: join(folder, `postgres-${of}`, 'data'),
        patroni: serverAddress(rest, of),
      }),
      admin,
      etcd: serverAddress(client, 'one'),
      leader: () => cluster.leader(),
      whole: () => until('A leader and two replicas, one of them synchronous', isReplicated, 120),
    }),
    release: (at) => {
      release = at;
    },
    before,
    async checkpoint() {
      await queryDatabase(admin, 'checkpoint');
    },
    ask: (statement) => queryDatabase(directUrl, statement),
    primaryAnswers: () =>
      until('The primary answers', () => queryDatabase(directUrl, IS_LEADER_SQL).then(() => true), 30),
    async whole() {
      await until('A leader and two replicas, one of them synchronous', isReplicated, 120);
      await until('Two ready nodes', async () =>
        (await Promise.all(nodes.map((one) => one.isReady()))).every(Boolean),
      );
    },
    keepLogs,
    async stop() {
      const end = async (some: readonly Part[], seconds: number) => {
        for (const one of some) one.signal('SIGTERM');
        const patience = setTimeout(() => some.forEach((one) => one.signal('SIGKILL')), seconds * 1000);
        await Promise.all(some.map((one) => one.ended()));
        clearTimeout(patience);
      };
      // A test may have stopped the process with SIGSTOP.
      for (const pid of (await Promise.all(members.map((one) => one.pids()))).flat())
        try {
          process.kill(pid, 'SIGCONT');
        } catch {}
      await end(nodes, 20);
      await end([haproxy, pgbouncer], 3);
      await end(
        members.map(({ patroni }) => patroni),
        20,
      );
      await end(etcd, 5);
      networks?.end();
      // PostgreSQL goes on after Patroni has ended, so the watcher kills it.
      unwatch();
      await until('Its folder is gone', () => !existsSync(folder), 30);
    },
  };

  const open = async () => {
    print('etcd, Patroni and PostgreSQL, three of each …');
    for (const one of etcd) one.start();
    await until('etcd has a leader', async () => Boolean(await cluster.etcdLeader()));
    for (const { patroni } of members) patroni.start();
    await until('PostgreSQL leads and follows', isReplicated, 120);
    haproxy.start();
    // Until its first check, HAProxy sends statements to every server.
    await until('HAProxy has asked who leads', async () => {
      await pause(3000);
      return queryDatabase(admin, IS_LEADER_SQL).then(() => true);
    });
    await queryDatabase(admin, `create role ${name} login createrole password '${owner}'`);
    await queryDatabase(admin, `create database ${name} owner ${name}`);
    print('The database …');
    const env = { ...process.env, DATABASE_URL: directUrl, DATA_DIR: join(folder, 'data') };
    await run(process.execPath, ['scripts/db-migrate.ts'], { env, cwd: release });
    const [, logIns = ''] = /```sql\n([^]+?)\n *```/.exec(readFileSync('docs/pooler.md', 'utf8')) ?? [];
    await queryDatabase(directUrl, logIns.replace('PASSWORD', app));
    pgbouncer.start();
    print('The first node, with the demo’s data …');
    for (const one of nodes) {
      one.start();
      await until(
        `${one.name} is ready`,
        () => {
          if (one.pid() === undefined) throw new Error();
          return one.isReady();
        },
        300,
      );
    }
    if (rows > 0) {
      print(`${rows} people, sessions and notifications …`);
      for (const statement of bulkInserts(rows)) await queryDatabase(directUrl, statement);
    }
    print('The rest …');
    await cluster.whole();
    await until('The product answers', async () => (await answers(url)).status === 200);
  };
  try {
    await Promise.race([
      open(),
      stopped.then(() => {
        throw new Error('It was stopped before');
      }),
    ]);
  } catch (error) {
    const logs = parts.map((one) => `${one.name}: ${logTail(join(folder, `${one.name}.log`))}`);
    const message = `The cluster did not come up. Its logs are in ${keepLogs()}\n${logs.join('\n')}`;
    await cluster.stop();
    throw new Error(message, { cause: error });
  }
  return cluster;
}

const logTail = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').slice(-600) : '');
