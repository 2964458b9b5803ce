import { paths } from '@app/contracts/web-paths.ts';

/** After the log-in, only pages of the dashboard open, and the page to which surveys send people back. */
export const opensAfterLogIn = (path: string): boolean =>
  path === paths.dashboard || path.startsWith(`${paths.dashboard}/`) || path.startsWith(paths.completion(''));

export function requestedPage(url: string): string | null {
  const to = new URL(url, 'http://page').searchParams.get('to');
  return to !== null && opensAfterLogIn(to) ? to : null;
}
