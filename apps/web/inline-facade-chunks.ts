import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ListedRoute } from './src/app/listed-routes.ts';

/** A facade is a file that only re-exports another one. */
interface Facade {
  module: string;
  names: Record<string, string>;
}

interface Manifest {
  entry: { module: string };
  routes: Record<string, ListedRoute & { imports?: string[] }>;
  version: string;
}

/** entry.client.tsx reads only these fields. With the others, the list would be twice as long. */
const READ = [
  'id',
  'parentId',
  'path',
  'index',
  'module',
  'names',
  'hasLoader',
  'hasClientMiddleware',
] as const;

function parseFacade(code: string): Facade | undefined {
  const [, list, file] = /^export\{([^}]*)\}from"\.\/([^"]+)";?\s*$/.exec(code) ?? [];
  if (list === undefined) return undefined;
  const pairs = list.split(',').map((pair) => pair.split(' as '));
  return {
    module: `/assets/${file}`,
    names: Object.fromEntries(pairs.map(([inside, name = inside]) => [name, inside!])),
  };
}

function inlinePage(
  html: string,
  facades: ReadonlyMap<string, Facade>,
  { manifest, entry, merged }: { manifest: string; entry: string; merged: string },
): string {
  const preloaded = new Set<string>();
  return (
    html
      .replaceAll(/import \* as (\w+) from "([^"]+)";?/g, (whole, route: string, address: string) => {
        const facade = facades.get(address);
        if (facade === undefined) return whole;
        const parts = Object.entries(facade.names).map(([name, inside]) => `${name}: ${route}s.${inside}`);
        return `import * as ${route}s from "${facade.module}"; const ${route} = { ${parts.join(', ')} };`;
      })
      .replace(`import "${manifest}";`, '')
      .replaceAll(entry, merged)
      .replaceAll(
        /<link rel="modulepreload"([^>]*) href="([^"]+)"\/>/g,
        (whole, more: string, address: string) => {
          const file = facades.get(address)?.module ?? address;
          if (file === manifest || preloaded.has(file)) return '';
          preloaded.add(file);
          return `<link rel="modulepreload"${more} href="${file}"/>`;
        },
      )
      // The code that loads later parts compares addresses without this mark. With the mark, the style would
      // be loaded twice.
      .replaceAll('.css#"', '.css"')
  );
}

/**
 * Removes facade files (chunks.ts) and puts the route list into the entry. Returns the files of each page by
 * its pattern, so that they load before the shell's script runs.
 */
export function inlineFacadeChunks(client: string, shell: string): Record<string, string[]> {
  const assets = readdirSync(join(client, 'assets'));
  const read = (address: string) => readFileSync(join(client, address), 'utf8');
  const facades = new Map<string, Facade>();
  for (const file of assets.filter((name) => name.endsWith('.js'))) {
    const facade = parseFacade(read(`assets/${file}`));
    if (facade) facades.set(`/assets/${file}`, facade);
  }
  const manifestFile = assets.find((name) => /^manifest-\w+\.js$/.test(name))!;
  const manifest = `/assets/${manifestFile}`;
  const { entry, routes, version } = JSON.parse(read(manifest).replace(/^[^{]*|;\s*$/g, '')) as Manifest;

  const files: Record<string, string[]> = {};
  const listed: Record<string, Partial<ListedRoute>> = {};
  for (const [id, route] of Object.entries(routes)) {
    const facade = facades.get(route.module);
    const all = [facade?.module ?? route.module, ...(route.imports ?? [])];
    files[id] = all.filter((file) => file.endsWith('.js'));
    const whole = { ...route, ...facade };
    listed[id] = Object.fromEntries(
      READ.flatMap((name) =>
        whole[name] === undefined || whole[name] === false ? [] : [[name, whole[name]]],
      ),
    );
  }

  const list = JSON.stringify({ routes: listed, version });
  const code = `window.__reactRouterManifest=${list};${read(entry.module)}`;
  const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
  const merged = `/assets/entry-${hash}.js`;
  writeFileSync(join(client, merged), code);
  for (const address of [manifest, entry.module]) rmSync(join(client, address));
  for (const page of globSync('**/*.html', { cwd: client })) {
    const html = read(page);
    writeFileSync(join(client, page), inlinePage(html, facades, { manifest, entry: entry.module, merged }));
  }
  for (const address of facades.keys()) {
    const isStillAsked = readdirSync(join(client, 'assets')).some(
      (file) => file.endsWith('.js') && read(`assets/${file}`).includes(basename(address)),
    );
    if (!isStillAsked) rmSync(join(client, address));
  }
  const shellHtml = read(shell);
  const preloads: Record<string, string[]> = {};
  for (const [id, { path }] of Object.entries(routes)) {
    const way = wayTo(id, routes);
    const pattern = `/${way.flatMap((part) => routes[part]?.path || []).join('/')}`;
    if (path === '*' || Object.values(routes).some(({ parentId }) => parentId === id)) continue;
    const all = new Set(way.flatMap((part) => files[part] ?? []));
    preloads[pattern] = [...all].filter((file) => !shellHtml.includes(file));
  }
  return preloads;
}

function wayTo(id: string | undefined, routes: Manifest['routes']): string[] {
  return id === undefined ? [] : [...wayTo(routes[id]?.parentId, routes), id];
}
