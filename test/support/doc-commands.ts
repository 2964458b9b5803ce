/** Lets tests run the commands of the manual in a folder instead of on the whole machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAND_IN_PROGRAMS = ['git', 'apt-get', 'adduser', 'runuser', 'systemctl', 'docker'];

/**
 * Writes replacements for programs that change a machine into a folder for the PATH, and returns that folder.
 */
export function writeFakeCommands(root: string): string {
  const bin = join(root, 'bin');
  mkdirSync(bin, { recursive: true });
  const script = join(import.meta.dirname, 'stand-ins.ts');
  for (const name of STAND_IN_PROGRAMS)
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${process.execPath} ${script} ${name} "$@"\n`, {
      mode: 0o755,
    });
  return bin;
}

/** Replaces a server's folders with folders below `root`. */
export const inFolder = (commands: string, root: string) =>
  commands
    .replaceAll('/opt/nkomo', `${root}/opt/nkomo`)
    .replaceAll(/(?<=[ "])\/(etc|var\/backups)\//g, `${root}/$1/`);

/** Returns the commands of a file in /etc/cron.d, as cron passes them to a shell. */
export const cronCommands = (text: string) =>
  [...text.matchAll(/^(?:\S+ ){5}root (.+)$/gm)].map(([, command = '']) => command.replaceAll('\\%', '%'));
