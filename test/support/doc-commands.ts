/** How tests play the commands of the manual through, in a folder instead of the whole machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const STAND_IN_PROGRAMS = ['git', 'apt-get', 'adduser', 'runuser', 'systemctl', 'docker'];

/** Puts the stand-ins for programs that change a machine into a folder for the PATH, and gives that folder. */
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

/** The folders of a server, below `root`. */
export const inFolder = (commands: string, root: string) =>
  commands
    .replaceAll('/opt/nkomo', `${root}/opt/nkomo`)
    .replaceAll(/(?<=[ "])\/(etc|var\/backups)\//g, `${root}/$1/`);

/** The commands of a file in /etc/cron.d, as cron gives them to a shell. */
export const cronCommands = (text: string) =>
  [...text.matchAll(/^(?:\S+ ){5}root (.+)$/gm)].map(([, command = '']) => command.replaceAll('\\%', '%'));
