import { sql } from 'kysely';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import { countStudiesAsAdmin } from '@app/contracts/project/admin-companies.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';

const none = { drafts: 0, published: 0, paused: 0, closed: 0, acceptedApplicants: 0 };

export function adminStudyRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
  route(countStudiesAsAdmin, async ({ params: { userId } }) => {
    const { rows } = await sql<HandlerResult<typeof countStudiesAsAdmin>>`
      select count(*) filter (where state = 'DRAFT')::int as drafts,
        count(*) filter (where state = 'PUBLISHED')::int as published,
        count(*) filter (where state = 'PAUSED')::int as paused,
        count(*) filter (where state = 'CLOSED')::int as closed,
        coalesce(sum(accepted_count), 0)::int as "acceptedApplicants"
      from project.studies as study join project.projects using (project_id)
      where creator_id = ${userId} and study.deleted_at is null`.execute(db);
    return rows[0] ?? none;
  });
}
