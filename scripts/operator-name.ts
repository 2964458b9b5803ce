import { userInfo } from 'node:os';

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .'-]{0,49}$/u;

/** Several people may share an account of the machine, so the command line must give a name. */
export function readActor(given: readonly string[]): { by: string; args: string[] } {
  const account = process.env['SUDO_USER'] ?? userInfo().username;
  const at = given.indexOf('--as');
  if (at < 0) return { by: account, args: [...given] };
  const name = given[at + 1] ?? '';
  if (!NAME.test(name)) throw new Error('--as takes a name of up to 50 letters and digits');
  return { by: `${name} (${account})`, args: given.toSpliced(at, 2) };
}
