import { paths } from '@app/contracts/web-paths.ts';
import { ownApplications } from '../../api/own-applications.ts';
import { ownBookings } from '../../api/own-bookings.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchRoute, listedRoutes } from '../listed-routes.ts';

const routeOf = (address: string) =>
  Object.values(listedRoutes()).find(({ path }) => path !== undefined && address.endsWith(`/${path}`));

/**
 * What somebody was accepted for is looked up on the way there, often without a connection. So the own studies of whoever has
 * applied are fetched at the first visit, wherever it led: the one page that is fetched before it is opened; and what can be
 * done about a meeting, once there is one.
 */
export async function keepOwnStudies(userId: string): Promise<void> {
  const applications = await queryClient.fetchQuery(ownApplications(userId, 0)).catch(() => undefined);
  // Code that is asked for without a connection is not asked for again by this page.
  if (!applications || applications.totalElements === 0) return;
  const studies = routeOf(paths.studies);
  const meeting = routeOf(paths.meeting(':id'));
  const [bookings] = await Promise.all([
    queryClient.fetchQuery(ownBookings(userId)).catch(() => undefined),
    studies && fetchRoute(studies),
  ]);
  if (meeting && bookings && bookings.length > 0) await fetchRoute(meeting);
}
