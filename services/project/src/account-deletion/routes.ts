import {
  erasePerson as erasure,
  findObstacles as obstacles,
} from '@app/contracts/project/account-deletion.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { erasePerson, findObstacles } from './erase-person.ts';

export function accountDeletionRoutes(route: Route, deps: Deps): void {
  route(obstacles, async ({ params }) => findObstacles(deps.db, params.userId));
  route(erasure, async ({ params }) => erasePerson(deps, params.userId));
}
