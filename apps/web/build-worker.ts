import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const folder = join(import.meta.dirname, 'worker');

/** Builds the service worker into a built client; it knows that client's files. */
export async function buildWorker(client: string): Promise<void> {
  const assets = readdirSync(join(client, 'assets')).map((name) => `/assets/${name}`);
  await build({
    configFile: false,
    root: folder,
    publicDir: false,
    logLevel: 'error',
    define: { BUILT_ASSETS: JSON.stringify(assets.sort()) },
    build: {
      outDir: client,
      emptyOutDir: false,
      rolldownOptions: {
        input: join(folder, 'service-worker.ts'),
        output: { entryFileNames: '[name].js', format: 'iife' },
      },
    },
  });
}
