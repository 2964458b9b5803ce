import type { RouteConfigEntry } from '@react-router/dev/routes';

/** Every address that has a page, as the router writes it (`/verify-email/:token`). What only the 404 page answers has none. */
export function pagePatterns(entries: readonly RouteConfigEntry[], above = ''): string[] {
  const patterns = entries.flatMap(({ path, index, children = [] }) => {
    if (path === '*') return [];
    const address = path === undefined ? above : `${above}/${path}`;
    const own = path !== undefined || index ? [address || '/'] : [];
    return [...own, ...pagePatterns(children, address)];
  });
  return [...new Set(patterns)];
}
