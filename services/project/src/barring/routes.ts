import { barPerson as contract } from '@app/contracts/project/people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { barPerson } from './bar-person.ts';

export function barringRoutes(route: Route, deps: Deps): void {
  route(contract, async ({ params, body }) => barPerson(deps, params.userId, body));
}
