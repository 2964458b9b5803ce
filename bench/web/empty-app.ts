import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { Answer } from './secure-server.ts';

const HTML = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Empty.">
<link rel="icon" href="data:,">
</head><body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`;

const SCRIPT = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('main', null, createElement('h1', null, 'Hello')));`;

const TYPES: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** Builds the lower limit: React and one heading, built and served like the product. */
export async function buildEmptyApp(root: string): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), 'empty-app-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  await mkdir(join(folder, 'public'));
  await writeFile(join(folder, 'public', 'robots.txt'), 'User-agent: *\nAllow: /\n');
  await writeFile(join(folder, 'index.html'), HTML);
  await writeFile(join(folder, 'main.js'), SCRIPT);
  const built = await build({ root: folder, configFile: false, logLevel: 'error', build: { write: false } });
  await rm(folder, { recursive: true, force: true });
  const { output } = (Array.isArray(built) ? built[0] : built) as {
    output: { fileName: string; code?: string; source?: string | Uint8Array }[];
  };
  const files = new Map(
    output.map(({ fileName, code, source }) => [
      `/${fileName}`,
      brotliCompressSync(code ?? Buffer.from(source ?? '')),
    ]),
  );
  return (asked, answer) => {
    const path = asked.url === '/' ? '/index.html' : asked.url;
    const body = files.get(path);
    if (body === undefined) answer.writeHead(404).end();
    else
      answer
        .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-encoding': 'br' })
        .end(body);
  };
}
