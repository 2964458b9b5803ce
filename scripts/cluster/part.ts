import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from '@app/test/support/machine/postgres-cluster.ts';

export interface Program {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  as?: Account;
  cwd?: () => string;
}

export interface Part {
  name: string;
  pid(): number | undefined;
  start(): void;
  signal(name: NodeJS.Signals): void;
  ended(): Promise<void>;
}

export function createPart(
  folder: string,
  { name, command, env = {}, as = {}, cwd = () => process.cwd() }: Program,
): Part {
  let child: ChildProcess | undefined;
  const hasExited = () => !child || child.exitCode !== null || child.signalCode !== null;
  return {
    name,
    pid: () => (hasExited() ? undefined : child?.pid),
    start() {
      const log = openSync(join(folder, `${name}.log`), 'a');
      const [program = '', ...args] = command;
      child = spawn(program, args, {
        ...as,
        cwd: as.uid === undefined ? cwd() : folder,
        env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...env },
        // If the user presses Ctrl+C, only this process gets the signal.
        detached: true,
        stdio: ['ignore', log, log],
      });
      writeFileSync(join(folder, `${name}.pid`), String(child.pid));
      child.on('error', (error) => process.stderr.write(`${name}: ${error.message}\n`));
    },
    signal(signal) {
      if (!hasExited()) child?.kill(signal);
    },
    async ended() {
      while (!hasExited()) await pause(50);
    },
  };
}

export async function until(
  what: string,
  isSo: () => Promise<boolean> | boolean,
  seconds = 90,
): Promise<void> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await pause(200))
    if (await Promise.resolve(isSo()).catch(() => false)) return;
  throw new Error(`${what}: not within ${seconds} s`);
}
