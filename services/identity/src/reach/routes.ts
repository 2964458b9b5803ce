import { readReach } from '@app/contracts/identity/reach.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { sumReach, sumSample } from './queries.ts';

export function reachRoutes(route: Route, { db }: Deps): void {
  route(readReach, async ({ body }) => {
    const [{ count, asOf }, sample] = await Promise.all([sumReach(db, body), sumSample(db, body)]);
    if (!sample) return { count, asOf: asOf.toISOString(), isAbout: false };
    const { matching, alike, isSample } = sample;
    // Two digits: a part of all people says no more.
    const estimate = () => Number(((count * matching) / Math.max(alike, 1)).toPrecision(2));
    return { count: isSample ? estimate() : matching, asOf: asOf.toISOString(), isAbout: isSample };
  });
}
