import { readSigningKeys } from '@app/contracts/payment/people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

export function peerRoutes(route: Route, { keys }: Deps): void {
  route(readSigningKeys, async () => keys.published);
}
