/** Builds the web app: `node apps/web/build.ts`. Quiet on success; prints what the tools said on failure. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { buildFolder } from './build-folder.ts';
import { buildWorker } from './build-worker.ts';
import { compressFiles } from './compress.ts';
import { writeManifest } from './manifest.ts';
import { patternsOf } from './page-patterns.ts';
import { runRouter, stop } from './run-router.ts';
import { prerendered, scriptless } from './src/prerendered.ts';
import routes from './src/routes.ts';
import { straighten } from './straighten.ts';
import {
  bringsNoData,
  deferScripts,
  inlineScriptHashes,
  inlineStyles,
  registering,
  stripScripts,
  waitsForScript,
} from './strip-js.ts';

const root = import.meta.dirname;
const client = join(root, buildFolder, 'client');

rmSync(join(root, buildFolder), { recursive: true, force: true });
runRouter('build', 'The web app could not be built.');
await build({ configFile: join(root, 'parts', 'vite.config.ts'), logLevel: 'error' });
const preloads = straighten(client, '__spa-fallback.html');
const { registration } = await buildWorker(client);
writeManifest(client);

for (const path of prerendered) {
  const file = join(client, path, 'index.html');
  const html = readFileSync(file, 'utf8');
  const isScriptless = scriptless.includes(path);
  const page = isScriptless ? registering(stripScripts(html), registration) : deferScripts(html);
  if (isScriptless && waitsForScript(page)) stop(`${path} holds content that only a script would show.`);
  writeFileSync(file, page);
}

/** By file below build/client: the sources that script-src needs besides 'self'. */
const scriptHashes: Record<string, string[]> = {};
for (const file of globSync('**/*.html', { cwd: client }).sort()) {
  const html = readFileSync(join(client, file), 'utf8');
  const styles = inlineStyles(html);
  if (styles.length > 0)
    stop(`${file} has styles in its HTML, which the content policy blocks: ${styles.join(' ')}`);
  if (!bringsNoData(html, ['app/gates/guest']))
    stop(`${file} brings data for its routes, which entry.client.tsx takes to be null.`);
  scriptHashes[file] = inlineScriptHashes(html);
}
writeFileSync(
  join(root, buildFolder, 'csp.json'),
  `${JSON.stringify({ scriptHashes, pages: patternsOf(routes), preloads }, null, 2)}\n`,
);
await Promise.all(['client', 'parts'].map((folder) => compressFiles(join(root, buildFolder, folder))));
