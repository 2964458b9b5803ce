/** Builds the web app: `node apps/web/build.ts`. Quiet on success; prints what the tools said on failure. */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runRouter, stop } from './run-router.ts';
import { scriptless } from './src/app/paths.ts';
import { inlineScriptHashes, inlineStyles, stripScripts, waitsForScript } from './strip-js.ts';

const root = import.meta.dirname;
const client = join(root, 'build', 'client');

rmSync(join(root, 'build'), { recursive: true, force: true });
runRouter('build', 'The web app could not be built.');

for (const path of scriptless) {
  const file = join(client, path, 'index.html');
  const html = stripScripts(readFileSync(file, 'utf8'));
  if (waitsForScript(html)) stop(`${path} holds content that only a script would show.`);
  writeFileSync(file, html);
}

/** By file below build/client: the sources that script-src needs besides 'self'. */
const scriptHashes: Record<string, string[]> = {};
for (const file of globSync('**/*.html', { cwd: client }).sort()) {
  const html = readFileSync(join(client, file), 'utf8');
  const styles = inlineStyles(html);
  if (styles.length > 0)
    stop(`${file} has styles in its HTML, which the content policy blocks: ${styles.join(' ')}`);
  scriptHashes[file] = inlineScriptHashes(html);
}
writeFileSync(join(root, 'build', 'csp.json'), `${JSON.stringify({ scriptHashes }, null, 2)}\n`);
