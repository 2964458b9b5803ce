import { readReach } from '@app/contracts/identity/reach.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { countReach } from './read-reach.ts';

export function reachRoutes(route: Route, { reader }: Deps): void {
  route(readReach, async ({ body }) => countReach(reader, body));
}
