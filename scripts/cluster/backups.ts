import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from '@app/test/support/machine/postgres-cluster.ts';
import { queryDatabase } from './ask.ts';
import type { Backups, Member } from './cluster.ts';
import type { Networks } from './networks.ts';
import { until } from './part.ts';
import { PROGRAMS, readFileReplacing } from './programs.ts';

export interface ClusterContext {
  as: Account;
  bin: string;
  members: readonly Member[];
  superuser: string;
  createSubfolder(name: string): string;
  write(name: string, text: string): string;
  serverAddresses(server: Member['name']): { host: string; port: number; data: string; patroni: string };
  networks: Networks | undefined;
  folder: string;
  admin: string;
  etcd: string;
  leader(): Promise<Member>;
  whole(): Promise<void>;
}

export function openBackups(around: ClusterContext): Backups {
  const { members, serverAddresses, networks, folder, as } = around;
  const runOn = async (
    server: Member['name'],
    command: readonly string[],
    env: Record<string, string> = {},
  ) => {
    const own = networks?.on(server, { name: '', command, as }) ?? { command, as };
    const [program = '', ...args] = own.command;
    const environment = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env };
    await promisify(execFile)(program, args, { ...own.as, cwd: folder, env: environment });
  };
  let conf = '';
  const pgbackrest = async (member: Member, isAsking: boolean, ...given: string[]) => {
    const { host, port, data } = serverAddresses(member.name);
    const where = [`--config=${conf}`, '--stanza=nkomo', `--pg1-path=${data}`];
    const at = isAsking ? [`--pg1-port=${port}`] : [];
    await runOn(member.name, [PROGRAMS.pgbackrest, ...where, ...at, ...given], {
      PGHOST: host,
      PGPASSWORD: around.superuser,
    });
  };
  return {
    async begin() {
      const repository = around.createSubfolder('pgbackrest');
      const text = readFileReplacing('deploy/pgbackrest.conf', {
        '/var/lib/pgbackrest': `${repository}\nlock-path=${repository}\nlog-path=${repository}`,
        'pg1-path=/var/lib/postgresql/17/main\n': 'pg1-user=postgres\n',
      });
      conf = around.write('pgbackrest.conf', text);
      const parameters = {
        archive_mode: 'on',
        archive_command: `${PROGRAMS.pgbackrest} --config=${conf} --stanza=nkomo --pg1-path="$PWD" archive-push %p`,
      };
      const send = async (member: Member, method: string, path: string, body: object) => {
        const answer = await fetch(`http://${serverAddresses(member.name).patroni}${path}`, {
          method,
          body: JSON.stringify(body),
        });
        if (!answer.ok) throw new Error(`Patroni answers ${path} with ${await answer.text()}`);
      };
      const leader = await around.leader();
      await send(leader, 'PATCH', '/config', { postgresql: { parameters } });
      const isPending = async (member: Member) => {
        const answer = await fetch(`http://${serverAddresses(member.name).patroni}/patroni`);
        return ((await answer.json()) as { pending_restart?: boolean }).pending_restart === true;
      };
      for (const member of members) {
        await until('Patroni knows of it', () => isPending(member));
        await send(member, 'POST', '/restart', {});
      }
      await around.whole();
      await pgbackrest(await around.leader(), true, 'stanza-create');
      await pgbackrest(await around.leader(), true, '--type=full', 'backup');
    },

    async backTo(moment) {
      // After this, the archive contains everything that was written so far.
      await queryDatabase(around.admin, 'select pg_switch_wal()');
      const first = await around.leader();
      for (const { patroni } of members) patroni.signal('SIGTERM');
      await Promise.all(members.map(({ patroni }) => patroni.ended()));
      await pgbackrest(
        first,
        false,
        '--delta',
        '--type=time',
        `--target=${moment}`,
        '--target-action=promote',
        'restore',
      );
      // The server is started without Patroni, which would treat a server in recovery as a replica.
      const { data, host, port } = serverAddresses(first.name);
      const control = (...given: string[]) =>
        runOn(first.name, [
          join(around.bin, 'pg_ctl'),
          '-D',
          data,
          '-l',
          join(dirname(data), 'log'),
          ...given,
        ]);
      await control('-w', '-t', '300', 'start');
      const asked = [join(around.bin, 'psql'), '-h', host, '-p', String(port), '-U', 'postgres', '-c'];
      await until('It has come there', () =>
        runOn(first.name, [...asked, 'select 1 / (not pg_is_in_recovery())::int'], {
          PGPASSWORD: around.superuser,
        }).then(() => true),
      );
      await control('-m', 'fast', 'stop');
      const known = `http://${around.etcd}/v2/keys/service/nkomo?recursive=true`;
      const forgotten = await fetch(known, { method: 'DELETE' });
      if (!forgotten.ok) throw new Error(`etcd does not forget: ${await forgotten.text()}`);
      for (const { name } of members)
        if (name !== first.name && existsSync(serverAddresses(name).data))
          rmSync(serverAddresses(name).data, { recursive: true });
      first.patroni.start();
      await until('It leads', async () => (await around.leader()).name === first.name);
      for (const { name, patroni } of members) if (name !== first.name) patroni.start();
      await until('The others follow', () => around.whole().then(() => true), 180);
    },
  };
}
