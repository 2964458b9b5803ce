import { readOwnData as contract } from '@app/contracts/project/people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { readOwnData } from './read-own-data.ts';

export function ownDataRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(contract, async ({ params }) => readOwnData(db, params.userId));
}
