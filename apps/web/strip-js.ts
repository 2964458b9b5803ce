import { createHash } from 'node:crypto';

/** Takes every script away: the page is read, its links are real, and nothing is downloaded for it but HTML and CSS. */
export function stripScripts(html: string): string {
  return (
    html
      .replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
      .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/g, '')
      // The empty places into which those scripts would have put the data for hydration.
      .replaceAll(/<!--\$\?--><template id="B:\d+"><\/template><!--\/\$-->/g, '')
      .replaceAll(/<div hidden(="")? id="S:\d+"><\/div>/g, '')
  );
}

/** Gives a page without scripts the one that has it opened without a connection; nothing waits for it. */
export function registering(html: string, address: string): string {
  return html.replace('</head>', `<script async fetchpriority="low" src="${address}"></script></head>`);
}

/** Lets the scripts of a page that can be read without them wait for its style and fonts. */
export function deferScripts(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');
}

/** The hash sources of all inline scripts of a page, for its Content-Security-Policy. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', source = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes)) continue;
    hashes.add(`sha256-${createHash('sha256').update(source).digest('base64')}`);
  }
  return [...hashes];
}

/** What a strict style-src would block: it fails the build rather than the page. */
export function inlineStyles(html: string): string[] {
  const body = html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '');
  return [...body.matchAll(/<style\b|<[a-z][^>]*\sstyle="[^"]*"/g)].map((match) => match[0]);
}

/** Content that waits for a script to be shown, in a page that has none. */
export function waitsForScript(html: string): boolean {
  return /<template id="B:|<div hidden(="")? id="S:/.test(html);
}

/** What the router has written into a page for its routes, in its own notation: -5 is null. */
const noData = (routeId?: string) =>
  JSON.stringify([
    { _1: 2, _3: -5, _4: -5 },
    'loaderData',
    routeId === undefined ? {} : { _5: -5 },
    'actionData',
    'errors',
    ...(routeId === undefined ? [] : [routeId]),
  ]);

/** Whether a page brings no data but null, and that for no other route: the script takes every page to be so. */
export function bringsNoData(html: string, routeIds: readonly string[]): boolean {
  const known = new Set([undefined, ...routeIds].map(noData));
  const brought = [...html.matchAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g)];
  const isScripted = html.includes('__reactRouterContext');
  return (
    isScripted === brought.length > 0 &&
    brought.every(([, text = '""']) => known.has((JSON.parse(text) as string).trim()))
  );
}
