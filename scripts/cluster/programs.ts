import { existsSync, readFileSync } from 'node:fs';
import { findSystemBinaries } from '@app/test/support/machine/postgres-binaries.ts';
import { accountForServer } from '@app/test/support/machine/postgres-cluster.ts';

export const PROGRAMS = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  pgbackrest: '/usr/bin/pgbackrest',
};

export function missingPackages(): string[] {
  const lacks = [
    [PROGRAMS.etcd, 'etcd-server'],
    [PROGRAMS.patroni, 'patroni'],
    [PROGRAMS.patroni, 'python3-etcd'],
    [PROGRAMS.haproxy, 'haproxy'],
    [PROGRAMS.pgbouncer, 'pgbouncer'],
    [PROGRAMS.pgbackrest, 'pgbackrest'],
  ].filter(([path = '']) => !existsSync(path));
  const packages = lacks.map(([, of = '']) => of);
  return findSystemBinaries(accountForServer()) ? packages : [...packages, 'postgresql'];
}

/** Throws if a text that must be replaced is not in the file. */
export function readFileReplacing(path: string, replaced: Record<string, string>): string {
  let text = readFileSync(path, 'utf8');
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}
