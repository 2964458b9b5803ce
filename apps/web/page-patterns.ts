import type { RouteConfigEntry } from '@react-router/dev/routes';

/** Addresses that only the 404 page answers are not included. */
export function pagePatterns(entries: readonly RouteConfigEntry[], above = ''): string[] {
  const patterns = entries.flatMap(({ path, index, children = [] }) => {
    if (path === '*') return [];
    const address = path === undefined ? above : `${above}/${path}`;
    const own = path !== undefined || index ? [address || '/'] : [];
    return [...own, ...pagePatterns(children, address)];
  });
  return [...new Set(patterns)];
}
