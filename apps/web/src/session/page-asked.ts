import { paths } from '@app/contracts/web-paths.ts';

/** The page of the dashboard that the address of a log-in or sign-up names for afterwards. */
export function pageAsked(url: string): string | null {
  const to = new URL(url, 'http://page').searchParams.get('to');
  return to?.startsWith(`${paths.dashboard}/`) ? to : null;
}
