import { readReach } from '@app/contracts/identity/reach.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { sumReach } from './queries.ts';

export function reachRoutes(route: Route, { db }: Deps): void {
  route(readReach, async ({ body }) => {
    const { count, asOf } = await sumReach(db, body);
    return { count, asOf: asOf.toISOString() };
  });
}
