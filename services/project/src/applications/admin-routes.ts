import { sql } from 'kysely';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import { readPersonInProjectAsAdmin } from '@app/contracts/project/admin-people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

type Counts = HandlerResult<typeof readPersonInProjectAsAdmin>['applications'];

export function adminPeopleRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(readPersonInProjectAsAdmin, async ({ params: { userId } }) => {
    const { rows } = await sql<Counts>`
      select count(*) filter (where status = 'PENDING')::int as "PENDING",
        count(*) filter (where status = 'ACCEPTED')::int as "ACCEPTED",
        count(*) filter (where status = 'DECLINED')::int as "DECLINED",
        count(*) filter (where status = 'WITHDRAWN')::int as "WITHDRAWN"
      from project.applications where applicant_id = ${userId}`.execute(db);
    return { applications: rows[0]! };
  });
}
