import { paths } from '@app/contracts/web-paths.ts';

export function requestedPage(url: string): string | null {
  const to = new URL(url, 'http://page').searchParams.get('to');
  return to?.startsWith(`${paths.dashboard}/`) ? to : null;
}
