import { paths } from '@app/contracts/web-paths.ts';
import { prerendered } from '../../prerendered.ts';

export const SHELL = paths.dashboard;

/** Pages with a token in the address are not cached. */
export function cachedPagePath(pathname: string): string | null {
  if (pathname === SHELL || pathname.startsWith(`${SHELL}/`)) return SHELL;
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  return prerendered.includes(path) ? path : null;
}
