import { paths } from '@app/contracts/web-paths.ts';
import { ownApplications } from '../../api/own-applications.ts';
import { ownBookings } from '../../api/own-bookings.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchRoute, listedRoutes } from '../listed-routes.ts';

/**
 * What somebody was accepted for is looked up on the way there, often without a connection. So a participant's own studies
 * are fetched at the first visit, wherever it led: the one page that is fetched before it is opened.
 */
export async function keepOwnStudies(userId: string): Promise<void> {
  const route = Object.values(listedRoutes()).find(
    ({ path }) => path !== undefined && paths.studies.endsWith(`/${path}`),
  );
  await Promise.all([
    route && fetchRoute(route),
    queryClient.prefetchQuery(ownApplications(userId, 0)),
    queryClient.prefetchQuery(ownBookings(userId)),
  ]);
}
