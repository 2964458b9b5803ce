import { paths } from '@app/contracts/web-paths.ts';
import { prerendered } from '../../prerendered.ts';

/** The address of the page that draws every other one. */
export const SHELL = paths.dashboard;

/** The address under which the service worker caches a page; null for one that it does not, e.g. with a token in it. */
export function cachedAs(pathname: string): string | null {
  if (pathname === SHELL || pathname.startsWith(`${SHELL}/`)) return SHELL;
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  return prerendered.includes(path) ? path : null;
}
