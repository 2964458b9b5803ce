import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '@app/kit/settings.ts';
import { dataKeysName, newDataKey } from '@app/kit/sealed-columns.ts';
import { newSigningKeys, signingKeysName } from '@app/kit/signing-keys.ts';

/** Stores the keys, so that people stay signed in after a restart. */
export async function demoSecrets(folder: string, services: readonly string[]): Promise<Environment> {
  return Object.fromEntries(
    await Promise.all([
      readOrCreateSecret('PUSH_KEYS', join(folder, 'push-keys.txt'), newDataKey),
      ...services.flatMap((name) => [
        readOrCreateSecret(signingKeysName(name), join(folder, `${name}-signing-keys.json`), newSigningKeys),
        readOrCreateSecret(dataKeysName(name), join(folder, `${name}-data-keys.txt`), newDataKey),
      ]),
    ]),
  );
}

async function readOrCreateSecret(
  setting: string,
  file: string,
  make: () => string,
): Promise<[string, string]> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, make(), { mode: 0o600 });
  // `link` fails if the file exists. So all processes use the same complete file.
  await link(draft, file).catch(() => {});
  await rm(draft);
  return [setting, await readFile(file, 'utf8')];
}
