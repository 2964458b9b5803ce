import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import type { Account } from '@app/test/support/machine/postgres-cluster.ts';
import type { Program } from './part.ts';

export const NUMBERS = ['one', 'two', 'three'] as const;

type Name = (typeof NUMBERS)[number];

export interface Networks {
  addresses: Record<Name, string>;
  on(server: Name, program: Program): Program;
  /** After "down", packets are dropped without an error. */
  set(server: Name, link: 'up' | 'down'): void;
  end(): void;
}

function ip(...given: string[]): void {
  const { status, stderr, error } = spawnSync('ip', given, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${given.join(' ')}: ${error?.message ?? stderr}`);
}

/** Only root on Linux can cut networks. All names of networks contain `id`. */
export function openNetworks(id: string, folder: string): Networks | undefined {
  const net = `10.${randomInt(64, 255)}.${randomInt(0, 255)}`;
  const [bridge, namespaceName, networkLinkName] = [
    `b${id}`,
    (at: number) => `nkomo-${id}-${at}`,
    (at: number) => `v${at}${id}`,
  ];
  const at = (server: Name) => NUMBERS.indexOf(server);
  const end = () => {
    for (const index of NUMBERS.keys()) spawnSync('ip', ['netns', 'del', namespaceName(index)]);
    spawnSync('ip', ['link', 'del', bridge]);
  };
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('addr', 'add', `${net}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const index of NUMBERS.keys()) {
      const [space, link] = [namespaceName(index), networkLinkName(index)];
      ip('netns', 'add', space);
      ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      ip('link', 'set', link, 'master', bridge, 'up');
      for (const given of [
        ['addr', 'add', `${net}.${index + 11}/24`, 'dev', 'eth0'],
        ['link', 'set', 'eth0', 'up'],
        ['link', 'set', 'lo', 'up'],
      ])
        ip('-n', space, ...given);
    }
  } catch {
    end();
    return undefined;
  }
  return {
    addresses: Object.fromEntries(NUMBERS.map((server, index) => [server, `${net}.${index + 11}`])) as Record<
      Name,
      string
    >,
    on(server, { as, ...program }) {
      const { uid, gid }: Account = as ?? {};
      const account =
        uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
      const command = ['ip', 'netns', 'exec', namespaceName(at(server)), ...account, ...program.command];
      return { ...program, command, cwd: () => folder };
    },
    set: (server, link) => ip('link', 'set', networkLinkName(at(server)), link),
    end,
  };
}
