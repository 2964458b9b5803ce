import { paths } from '@app/contracts/web-paths.ts';
import { prerendered } from '../../prerendered.ts';

export const SHELL = paths.dashboard;

/** Returns null for pages that are not cached, for example with a token in the address. */
export function cachedAs(pathname: string): string | null {
  if (pathname === SHELL || pathname.startsWith(`${SHELL}/`)) return SHELL;
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  return prerendered.includes(path) ? path : null;
}
