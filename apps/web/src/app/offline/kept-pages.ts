import { paths } from '@app/contracts/web-paths.ts';
import { prerendered } from '../../prerendered.ts';

/** The address of the page that draws every other one. */
export const SHELL = paths.dashboard;

/** Under which address a page is kept on a device; null for one that is not, e.g. with a token in its address. */
export function keptAs(pathname: string): string | null {
  if (pathname === SHELL || pathname.startsWith(`${SHELL}/`)) return SHELL;
  const path = pathname === '/' ? pathname : pathname.replace(/\/$/, '');
  return prerendered.includes(path) ? path : null;
}
