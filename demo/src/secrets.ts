import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Environment } from '@app/kit/service.ts';
import { signingKeysName } from '@app/kit/signing-keys.ts';

/**
 * The keys of a demo's services: made at the first start and kept in the data folder, so that a restart logs nobody out.
 * Processes that start together agree on one file. Production makes none: it is given them.
 */
export async function demoSecrets(folder: string, services: readonly string[]): Promise<Environment> {
  return Object.fromEntries(
    await Promise.all(
      services.map(async (name) => [
        signingKeysName(name),
        await keptKeys(join(folder, `${name}-signing-keys.json`)),
      ]),
    ),
  );
}

async function keptKeys(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(draft, JSON.stringify([privateKey.export({ format: 'jwk' })]), { mode: 0o600 });
  // Linking fails where the file exists, so the first process decides and no half-written file is ever read.
  await link(draft, file).catch(() => {});
  await rm(draft);
  return readFile(file, 'utf8');
}
