import { followProfile, readSigningKeys } from '@app/contracts/project/people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

export function factsRoutes(route: Route, deps: Pick<Deps, 'followProfile' | 'keys'>): void {
  route(followProfile, async ({ params }) => deps.followProfile(params.userId));
  route(readSigningKeys, async () => deps.keys.published);
}
