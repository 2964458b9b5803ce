// Slow: it migrates, backs up and restores embedded databases; it runs only in the full form (sizes.ts).
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpPglite, restorePglite } from '@app/kit/backup.ts';
import { openPglite } from '@app/kit/pglite-engine.ts';
import { assertMigrated, migrateAll } from '@app/kit/process.ts';
import { recordRestore } from '../../services/payment/src/reconciliation/reconcile-after-restore.ts';
import { SERVICES } from '../../apps/host/src/services.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an embedded database is restored as a whole or not at all, so that a retry is possible', async () => {
  const [whole, part, data] = [at('whole'), at('part'), at('again')];
  const backedUp = await openPglite();
  await migrateAll(backedUp, SERVICES);
  await backUpPglite(backedUp, whole);
  await backedUp.close();
  const bytes = await readFile(whole);
  await writeFile(part, bytes.subarray(0, bytes.length / 2));
  await expect(restorePglite(data, part, recordRestore)).rejects.toThrow('is not a whole backup');
  const fails = () => Promise.reject(new Error('not noted'));
  await expect(restorePglite(data, whole, fails)).rejects.toThrow('not noted');
  expect(await readdir(data)).toEqual([]);
  await restorePglite(data, whole, recordRestore);
  const engine = await openPglite({ folder: data });
  await assertMigrated(engine, SERVICES);
  await engine.close();
});

test('a folder without a database is not backed up, and no database is created there', async () => {
  const [mistyped, empty, file] = [at('mistyped'), at('empty'), at('of-nothing')];
  await (await openPglite({ folder: empty })).close();
  for (const DATA_DIR of [mistyped, empty]) {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/db-backup.ts', file], {
      encoding: 'utf8',
      env: { DATA_DIR },
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`${DATA_DIR} has no database`)]);
  }
  expect(await readdir(folder)).not.toContain('of-nothing');
  expect(await readdir(folder)).not.toContain('mistyped');
});
