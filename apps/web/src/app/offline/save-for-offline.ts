import type { Application } from '@app/contracts/project/applications.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { useEffect } from 'react';
import { ownBookings } from '../../api/own-bookings.ts';
import { ownSubmissions } from '../../api/own-submissions.ts';
import { queryClient } from '../../api/query-client.ts';
import { fetchRoute, routeForAddress } from '../listed-routes.ts';
import { prepareOffline } from './prepare.ts';

/** If this fails, these studies cannot be shown without a connection. */
export async function saveOwnStudies(userId: string, applications: readonly Application[]): Promise<void> {
  const studies = routeForAddress(paths.studies);
  const meeting = routeForAddress(paths.meeting(':id'));
  const hasSurvey = applications.some(({ study }) => study.survey);
  const [bookings] = await Promise.all([
    queryClient.fetchQuery(ownBookings(userId)).catch(() => undefined),
    studies && fetchRoute(studies),
    hasSurvey && queryClient.fetchQuery(ownSubmissions(userId)).catch(() => undefined),
  ]);
  if (meeting && bookings && bookings.length > 0) await fetchRoute(meeting);
}

/** A survey may send people back to the completion page without a connection. */
export function SaveCompletionPage(): null {
  useEffect(() => {
    const route = routeForAddress(paths.completion(':code'));
    if (!import.meta.env.PROD || !route) return;
    void prepareOffline()
      .then(() => fetchRoute(route))
      .catch(() => undefined);
  }, []);
  return null;
}
