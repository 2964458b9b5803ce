/** Run `node apps/web/build.ts`, which prints only errors. */
import { globSync, readFileSync, rmSync, writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { buildFolder } from './build-folder.ts';
import { pagePatterns } from './page-patterns.ts';
import { runRouter, stop } from './run-router.ts';
import { prerendered, scriptless } from './src/prerendered.ts';
import routes from './src/routes.ts';
import { inlineFacadeChunks } from './inline-facade-chunks.ts';
import {
  hasNoRouteData,
  deferScripts,
  inlineScriptHashes,
  inlineStyles,
  addServiceWorkerScript,
  stripScripts,
  waitsForScript,
} from './strip-js.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PRODUCT_NAME } from '@app/contracts/product.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { homeWords } from '@app/words/home.ts';
import { language } from '@app/words/language.ts';
import { assetHash } from './worker/asset-hash.ts';

const web = import.meta.dirname;

async function buildScript(client: string, name: string, fileName: string): Promise<string> {
  const assets = readdirSync(join(client, 'assets'));
  const hashes = assets.map(assetHash).sort();
  // The service worker recognises files of other builds by the hash in their names.
  if (hashes.includes('')) throw new Error(`A file's name has no hash: ${assets.join(' ')}`);
  const built = await build({
    configFile: false,
    root: web,
    publicDir: false,
    logLevel: 'error',
    define: { BUILT_HASHES: JSON.stringify(hashes.join('')) },
    build: {
      outDir: client,
      emptyOutDir: false,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: join(web, name),
        output: { entryFileNames: fileName, format: 'iife' },
      },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  return `/${chunk!.fileName}`;
}

/** The worker is built last, because it lists all client files. */
async function buildWorker(client: string): Promise<{ registration: string }> {
  const registration = await buildScript(
    client,
    'src/app/offline/read-offline.ts',
    'assets/read-offline-[hash].js',
  );
  await buildScript(client, 'worker/service-worker.ts', 'service-worker.js');
  return { registration };
}

function writeManifest(client: string): void {
  const manifest = {
    id: '/',
    name: PRODUCT_NAME,
    short_name: PRODUCT_NAME,
    description: homeWords.description,
    lang: language,
    start_url: paths.dashboard,
    scope: '/',
    display: 'standalone',
    background_color: '#fbf7f0',
    theme_color: '#fbf7f0',
    icons: [
      ...[192, 512].map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose: 'any maskable',
      })),
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
  writeFileSync(join(client, 'manifest.webmanifest'), JSON.stringify(manifest));
}

/** Fonts and pictures are already compressed. The host compresses pages. */
const TEXTS = '**/*.{js,css,svg,json,data,txt,webmanifest}';
const WORTH_BYTES = 200;

const encodings = {
  br: promisify(brotliCompress),
  gz: (content: Buffer) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

async function compressFiles(folder: string): Promise<void> {
  const files = globSync(TEXTS, { cwd: folder }).map((file) => join(folder, file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      if (content.length < WORTH_BYTES) return;
      for (const [ending, compress] of Object.entries(encodings))
        await writeFile(`${file}.${ending}`, await compress(content));
    }),
  );
}

const root = import.meta.dirname;
const client = join(root, buildFolder, 'client');

rmSync(join(root, buildFolder), { recursive: true, force: true });
runRouter('build', 'The web app could not be built.');
await build({ configFile: join(root, 'parts', 'vite.config.ts'), logLevel: 'error' });
await build({ configFile: join(root, 'src', 'admin', 'vite.config.ts'), logLevel: 'error' });
const preloads = inlineFacadeChunks(client, '__spa-fallback.html');
const { registration } = await buildWorker(client);
writeManifest(client);

for (const path of prerendered) {
  const file = join(client, path, 'index.html');
  const html = readFileSync(file, 'utf8');
  const isScriptless = scriptless.includes(path);
  const page = isScriptless ? addServiceWorkerScript(stripScripts(html), registration) : deferScripts(html);
  if (isScriptless && waitsForScript(page)) stop(`${path} holds content that only a script would show.`);
  writeFileSync(file, page);
}

const scriptHashes: Record<string, string[]> = {};
for (const file of globSync('**/*.html', { cwd: client }).sort()) {
  const html = readFileSync(join(client, file), 'utf8');
  const styles = inlineStyles(html);
  if (styles.length > 0)
    stop(`${file} has styles in its HTML, which the content policy blocks: ${styles.join(' ')}`);
  if (!hasNoRouteData(html, ['app/gates/guest']))
    stop(`${file} brings data for its routes, which entry.client.tsx takes to be null.`);
  scriptHashes[file] = inlineScriptHashes(html);
}
writeFileSync(
  join(root, buildFolder, 'csp.json'),
  `${JSON.stringify({ scriptHashes, pages: pagePatterns(routes), preloads }, null, 2)}\n`,
);
await Promise.all(
  ['client', 'parts', 'admin'].map((folder) => compressFiles(join(root, buildFolder, folder))),
);
