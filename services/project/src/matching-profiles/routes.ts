import { readSigningKeys } from '@app/contracts/project/people.ts';
import { syncProfile } from '@app/contracts/project/matching-profiles.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

export function matchingProfileRoutes(route: Route, deps: Pick<Deps, 'syncProfile' | 'keys'>): void {
  route(syncProfile, async ({ params }) => deps.syncProfile(params.userId));
  route(readSigningKeys, async () => deps.keys.published);
}
