import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { hashOf } from './worker/hash-of.ts';

const root = import.meta.dirname;

/** Builds one script into a built client, and gives its address. */
async function buildScript(client: string, name: string, fileName: string): Promise<string> {
  const assets = readdirSync(join(client, 'assets'));
  const hashes = assets.map(hashOf).sort();
  // The worker would take such a file for one of another build, and forget it with every page that names it.
  if (hashes.includes('')) throw new Error(`A file's name has no hash: ${assets.join(' ')}`);
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    define: { BUILT_HASHES: JSON.stringify(hashes.join('')) },
    build: {
      outDir: client,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(root, name),
        output: { entryFileNames: fileName, format: 'iife' },
      },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  return `/${chunk!.fileName}`;
}

/** Builds the service worker, which knows the client's files, and before it what registers it on pages without a script. */
export async function buildWorker(client: string): Promise<{ registration: string }> {
  const registration = await buildScript(
    client,
    'src/app/offline/read-offline.ts',
    'assets/read-offline-[hash].js',
  );
  await buildScript(client, 'worker/service-worker.ts', 'service-worker.js');
  return { registration };
}
