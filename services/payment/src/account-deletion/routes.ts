import { erasePerson as erasure, findObstacles as obstacles } from '@app/contracts/payment/people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { erasePerson } from './erase-person.ts';
import { findObstacles } from './find-obstacles.ts';

export function accountDeletionRoutes(route: Route, { db }: Deps): void {
  route(obstacles, async ({ params }) => findObstacles(db, params.userId));

  route(erasure, async ({ params: { userId } }) => erasePerson(db, userId));
}
