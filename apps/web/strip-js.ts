import { createHash } from 'node:crypto';

/** These pages work without scripts. So visitors download only HTML and CSS. */
export function stripScripts(html: string): string {
  return (
    html
      .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
      .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
      // Removes the empty elements which the scripts would have filled.
      .replaceAll(/<!--\$\?--><template id="B:\d+"><\/template><!--\/\$-->/g, '')
      .replaceAll(/<div hidden(="")? id="S:\d+"><\/div>/g, '')
  );
}

export function addServiceWorkerScript(html: string, address: string): string {
  return html.replace('</head>', `<script async fetchpriority="low" src="${address}"></script></head>`);
}

/** The page can be read without scripts, so styles and fonts are loaded first. */
export function deferScripts(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', source = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes)) continue;
    hashes.add(`sha256-${createHash('sha256').update(source).digest('base64')}`);
  }
  return [...hashes];
}

/** A strict style-src blocks inline styles. So the build fails if a page has one. */
export function inlineStyles(html: string): string[] {
  const body = html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
  return [...body.matchAll(/<style\b|<[a-z][^>]*\sstyle="[^"]*"/g)].map((match) => match[0]);
}

export function waitsForScript(html: string): boolean {
  return /<template id="B:|<div hidden(="")? id="S:/.test(html);
}

/** The router's notation encodes null as -5. */
const noData = (routeId?: string) =>
  JSON.stringify([
    { _1: 2, _3: -5, _4: -5 },
    'loaderData',
    routeId === undefined ? {} : { _5: -5 },
    'actionData',
    'errors',
    ...(routeId === undefined ? [] : [routeId]),
  ]);

/** entry.client.tsx assumes that no other route has data. */
export function hasNoRouteData(html: string, routeIds: readonly string[]): boolean {
  const known = new Set([undefined, ...routeIds].map(noData));
  const brought = [...html.matchAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g)];
  const isScripted = html.includes('__reactRouterContext');
  return (
    isScripted === brought.length > 0 &&
    brought.every(([, text = '""']) => known.has((JSON.parse(text) as string).trim()))
  );
}
