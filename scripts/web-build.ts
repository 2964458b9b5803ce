import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFolder } from '../apps/web/build-folder.ts';
import { runChild } from './child.mjs';
import { withLock } from './install.mjs';

const STAMP = `apps/web/${buildFolder}/.stamp`;
const SOURCES = ['apps/web', 'contracts', 'words', 'package-lock.json'];
const IGNORED = new Set(['node_modules', 'build', '.react-router', 'pseudo']);

/** The lock prevents two commands from writing into the folder at the same time. */
export async function buildWeb(print: (line: string) => void = () => {}): Promise<void> {
  recordCommit();
  const stamp = hashSources(SOURCES);
  const isBuilt = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;
  if (isBuilt()) return;
  await withLock('.build.lock', 'Another command is building; waiting for it …', async () => {
    if (!isBuilt()) await build(stamp, print);
  });
}

async function build(stamp: string, print: (line: string) => void): Promise<void> {
  print('Building the web pages …');
  const code = await runChild(process.execPath, ['apps/web/build.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (code !== 0) throw new Error('The web pages could not be built; the lines above say why.');
  writeFileSync(STAMP, stamp);
}

/** Stores the commit, which metrics and the log then report (read-build.ts). */
function recordCommit(): void {
  if (!existsSync('.git')) return;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  if (status !== 0) return;
  mkdirSync('apps/web/build', { recursive: true });
  writeFileSync('apps/web/build/.commit', stdout);
}

function hashSources(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) hashPath(path, hash);
  return hash.digest('hex');
}

function hashPath(path: string, hash: ReturnType<typeof createHash>): void {
  const entries = directoryEntries(path);
  if (!entries) {
    hash.update(path).update(readFileSync(path));
    return;
  }
  for (const name of entries) {
    if (!IGNORED.has(name) && !/\.test\.tsx?$/.test(name)) hashPath(join(path, name), hash);
  }
}

function directoryEntries(path: string): string[] | undefined {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
