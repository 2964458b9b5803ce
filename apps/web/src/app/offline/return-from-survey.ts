import { paths } from '@app/contracts/web-paths.ts';
import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ownSubmissions } from '../../api/own-submissions.ts';
import { queryClient } from '../../api/query-client.ts';
import { keptCodes, useAttempts } from '../../product/submissions/kept-codes.ts';
import { fetchRoute, routeForAddress } from '../listed-routes.ts';
import { prepareOffline } from './prepare.ts';

export const keepSubmissions = (userId: string): Promise<unknown> =>
  queryClient.fetchQuery(ownSubmissions(userId)).catch(() => undefined);

/** A survey may send people back without a connection, so the page for this is kept with an opened survey. */
export function ReturnFromSurvey({ hasOpened, isOnline }: { hasOpened: boolean; isOnline: boolean }): null {
  const client = useQueryClient();
  useEffect(() => {
    const route = routeForAddress(paths.completion(':code'));
    if (!import.meta.env.PROD || !hasOpened || !isOnline || !route) return;
    void prepareOffline()
      .then(() => fetchRoute(route))
      .catch(() => undefined);
  }, [hasOpened, isOnline]);
  function sendKept(): void {
    if (!onlineManager.isOnline() || keptCodes().length === 0) return;
    const send = async () => (await import('./send-kept-codes.ts')).sendKeptCodes(client);
    void send().catch(() => undefined);
  }
  const sendAtOnce = useEffectEvent(sendKept);
  useEffect(() => sendAtOnce(), []);
  useAttempts(sendKept);
  return null;
}
