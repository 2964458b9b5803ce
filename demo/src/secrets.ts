import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '@app/kit/service.ts';
import { dataKeysName, newDataKey } from '@app/kit/sealed-columns.ts';
import { newSigningKeys, signingKeysName } from '@app/kit/signing-keys.ts';

/**
 * The keys of a demo's services: made at the first start and kept in the data folder, so a restart logs nobody out.
 * Processes that start together agree on one file. Production makes no keys: its settings give them.
 */
export async function demoSecrets(folder: string, services: readonly string[]): Promise<Environment> {
  return Object.fromEntries(
    await Promise.all([
      kept('PUSH_KEYS', join(folder, 'push-keys.txt'), newDataKey),
      ...services.flatMap((name) => [
        kept(signingKeysName(name), join(folder, `${name}-signing-keys.json`), newSigningKeys),
        kept(dataKeysName(name), join(folder, `${name}-data-keys.txt`), newDataKey),
      ]),
    ]),
  );
}

async function kept(setting: string, file: string, make: () => string): Promise<[string, string]> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, make(), { mode: 0o600 });
  // Linking fails where the file exists, so the first process decides and no half-written file is ever read.
  await link(draft, file).catch(() => {});
  await rm(draft);
  return [setting, await readFile(file, 'utf8')];
}
