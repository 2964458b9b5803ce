import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Environment } from '@app/kit/service.ts';

const DemoSecrets = z.object({ SERVICE_SECRET: z.string(), TOKEN_SIGNING_KEY: z.string() });

/**
 * The secrets of a demo: made at the first start and kept in the data folder, so that a restart logs nobody out.
 * Processes that start together agree on one file. Production makes none: it is given them.
 */
export async function demoSecrets(folder: string): Promise<Environment> {
  const file = join(folder, 'secrets.json');
  await mkdir(folder, { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  const made = {
    SERVICE_SECRET: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
  };
  await writeFile(draft, JSON.stringify(made), { mode: 0o600 });
  // Linking fails where the file exists, so the first process decides and no half-written file is ever read.
  await link(draft, file).catch(() => {});
  await rm(draft);
  return DemoSecrets.parse(JSON.parse(await readFile(file, 'utf8')));
}
