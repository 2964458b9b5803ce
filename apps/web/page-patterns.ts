import type { RouteConfigEntry } from '@react-router/dev/routes';

/** The 404 page is not in the result, because it has no address. */
export function pagePatterns(entries: readonly RouteConfigEntry[], above = ''): string[] {
  const patterns = entries.flatMap(({ path, index, children = [] }) => {
    if (path === '*') return [];
    const address = path === undefined ? above : `${above}/${path}`;
    const own = path !== undefined || index ? [address || '/'] : [];
    return [...own, ...pagePatterns(children, address)];
  });
  return [...new Set(patterns)];
}
