import { resolve } from 'node:path';

/** Where a command was typed. */
export const whereTyped = process.env['INIT_CWD'] ?? '.';

/** The one file that a command was given, from where it was typed; else says how, and ends. */
export function fileGiven(usage: string): string {
  const [file, ...more] = process.argv.slice(2);
  if (file !== undefined && more.length === 0) return resolve(whereTyped, file);
  process.stderr.write(`${usage}\n`);
  process.exit(1);
}
