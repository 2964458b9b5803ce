import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILLED_DATA, startProcess, stopProcess } from '../product.ts';

/** Starts the product once for all: making an embedded database and filling the demo in is most of a first start. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'filled-'));
  const { child } = await startProcess({ DATA_DIR: folder, LOG_LEVEL: 'error' });
  await stopProcess(child);
  process.env[FILLED_DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
