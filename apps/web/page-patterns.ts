import type { RouteConfigEntry } from '@react-router/dev/routes';

/** The 404 page has no address, so the patterns omit it. */
export function pagePatterns(entries: readonly RouteConfigEntry[], above = ''): string[] {
  const patterns = entries.flatMap(({ path, index, children = [] }) => {
    if (path === '*') return [];
    const address = path === undefined ? above : `${above}/${path}`;
    const own = path !== undefined || index ? [address || '/'] : [];
    return [...own, ...pagePatterns(children, address)];
  });
  return [...new Set(patterns)];
}
