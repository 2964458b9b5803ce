import { paths } from '@app/contracts/web-paths.ts';
import { useEffect } from 'react';
import { ownSubmissions } from '../../api/own-submissions.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchRoute, routeForAddress } from '../listed-routes.ts';
import { prepareOffline } from './prepare.ts';

export const keepSubmissions = (userId: string): Promise<unknown> =>
  queryClient.fetchQuery(ownSubmissions(userId)).catch(() => undefined);

/** A survey may send people back without a connection, so the page for this is kept with an opened survey. */
export function ReturnFromSurvey({ isOnline }: { isOnline: boolean }): null {
  useEffect(() => {
    const route = routeForAddress(paths.completion(':code'));
    if (!import.meta.env.PROD || !isOnline || !route) return;
    void prepareOffline()
      .then(() => fetchRoute(route))
      .catch(() => undefined);
  }, [isOnline]);
  return null;
}
