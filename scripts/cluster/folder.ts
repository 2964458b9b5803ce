import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from '@app/test/support/machine/postgres-cluster.ts';
import { type Part, type Program, createPart } from './part.ts';

/**
 * Starts a process that survives even a crash of this command. When its input closes, it kills all processes
 * that are left and removes the folder.
 */
function killLeftProcesses(folder: string): () => void {
  // A process id may belong to another process by now, so its folder is checked too.
  const script = `cat >/dev/null
    for file in "$1"/*.pid "$1"/*/data/postmaster.pid; do
      pid=$(head -n 1 "$file" 2>/dev/null) || continue
      tr '\\0' '\\n' <"/proc/$pid/environ" 2>/dev/null | grep -qF "$1" || tr '\\0' '\\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$1" || continue
      kill -KILL "$pid"
    done
    sleep 1
    ip netns list 2>/dev/null | grep -o "^nkomo-$2-[0-9]" | while read space; do ip netns del "$space"; done
    ip link del "b$2" 2>/dev/null
    rm -rf "$1"`;
  const watcher = spawn('/bin/sh', ['-c', script, 'sh', folder, folderId(folder)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  const { stdin } = watcher;
  (stdin as typeof stdin & { unref?(): void }).unref?.();
  return () => stdin.end();
}

export const folderId = (folder: string) => folder.slice(-6);

/** These files belong to the account that runs the database server. */
export function openFolder({ uid, gid }: Account) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  chmodSync(folder, 0o711);
  const given = (path: string) => {
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
    return path;
  };
  const parts: Part[] = [];
  return {
    folder,
    parts,
    part(program: Program): Part {
      const made = createPart(folder, program);
      parts.push(made);
      return made;
    },
    createSubfolder(name: string): string {
      mkdirSync(join(folder, name), { mode: 0o700 });
      return given(join(folder, name));
    },
    write(name: string, text: string): string {
      writeFileSync(join(folder, name), text, { mode: 0o600 });
      return given(join(folder, name));
    },
    keepLogs(): string {
      const copies = mkdtempSync(join(tmpdir(), 'cluster-logs-'));
      for (const file of readdirSync(folder).filter((one) => one.endsWith('.log')))
        copyFileSync(join(folder, file), join(copies, file));
      return copies;
    },
    end: killLeftProcesses(folder),
  };
}
