import { readReach } from '@app/contracts/identity/reach.ts';
import { listEarlierStudies as listEarlierStudiesCall } from '@app/contracts/project/earlier-studies.ts';
import { readStudyReach } from '@app/contracts/project/reach.ts';
import {
  deleteProject as deleteProjectCall,
  restoreProject as restoreProjectCall,
} from '@app/contracts/project/projects.ts';
import { letIntoStudy, readInvitedStudy } from '@app/contracts/project/invitations.ts';
import * as contract from '@app/contracts/project/study-calls.ts';
import type { Route } from '@app/kit/route.ts';
import { sql } from 'kysely';
import type { HandlerResult } from '@app/contracts/endpoint.ts';
import { countStudiesAsAdmin } from '@app/contracts/project/admin-companies.ts';
import type { Deps } from '../deps.ts';
import { addPlaces } from './add-places.ts';
import { createStudy, editStudy, updateListing } from './edit-study.ts';
import {
  CLOSE_TRANSITION,
  transitionStudy,
  PAUSE_TRANSITION,
  RESUME_TRANSITION,
} from './transition-study.ts';
import { publishStudy } from './publish-study.ts';
import { changeQuotas } from './change-quotas.ts';
import { deleteProject, restoreProject } from './delete-project.ts';
import { deleteStudy, restoreStudy } from './delete-study.ts';
import { changeConsent, changeEthics } from './ethics.ts';
import { findStudy } from './reads.ts';
import { findStudyForInvitation, admitInvited } from './invited-people.ts';
import { listEarlierStudies } from './exclusions.ts';

export function studyRoutes(route: Route, deps: Deps): void {
  route(contract.createStudy, async ({ body, viewer, newId, fail }) =>
    createStudy(deps, viewer.userId, { ...body, id: newId() }, fail),
  );

  route(listEarlierStudiesCall, async ({ viewer }) => listEarlierStudies(deps.db, viewer.userId));

  route(
    readInvitedStudy,
    async ({ params, body, fail }) =>
      (await findStudyForInvitation(deps.db, { studyId: params.id, ...body })) ?? fail('STUDY_NOT_FOUND'),
  );

  route(letIntoStudy, async ({ params, body, fail }) => {
    const { id: studyId, userId } = params;
    const outcome = await admitInvited(deps.db, { studyId, userId, ...body });
    return typeof outcome === 'string' ? fail(outcome) : outcome;
  });

  route(readStudyReach, async ({ body }) => deps.callIdentity(readReach, { body }));

  route(contract.editStudy, async ({ params, body, viewer, ifMatch, fail }) =>
    editStudy(deps.db, { studyId: params.id, userId: viewer.userId }, body, ifMatch, fail),
  );

  route(contract.publishStudy, async ({ params, body, viewer, ifMatch, fail }) =>
    publishStudy(deps, { studyId: params.id, userId: viewer.userId }, { plan: body, ifMatch }, fail),
  );

  route(contract.addPlaces, async ({ params, body, viewer, ifMatch, fail }) =>
    addPlaces(deps, { studyId: params.id, userId: viewer.userId }, { body, ifMatch }, fail),
  );

  route(contract.changeQuotas, async ({ params, body, viewer, ifMatch, fail }) =>
    changeQuotas(deps, { studyId: params.id, userId: viewer.userId }, { body, ifMatch }, fail),
  );

  route(contract.changeListing, async ({ params, body, viewer, fail }) => {
    const own = { studyId: params.id, userId: viewer.userId };
    const before = (await findStudy(deps.db, own)) ?? fail('STUDY_NOT_FOUND');
    if (before.suspension) return fail('STUDY_IS_SUSPENDED');
    await updateListing(deps.db, own, body.isListed);
    return (await findStudy(deps.db, own)) ?? fail('STUDY_NOT_FOUND');
  });

  route(contract.changeConsent, async ({ params, body, viewer, fail }) =>
    changeConsent(deps, { studyId: params.id, userId: viewer.userId }, body.text, fail),
  );

  route(contract.changeEthics, async ({ params, body, viewer, fail }) =>
    changeEthics(deps.db, { studyId: params.id, userId: viewer.userId }, body.ethics, fail),
  );

  // These routes are here because the folder projects/ must not import this one.
  route(deleteProjectCall, async ({ params, viewer, ifMatch, fail }) =>
    deleteProject(deps, { projectId: params.id, userId: viewer.userId }, ifMatch, fail),
  );

  route(restoreProjectCall, async ({ params, viewer, ifMatch, fail }) =>
    restoreProject(deps.db, { projectId: params.id, userId: viewer.userId }, ifMatch, fail),
  );

  studyStateRoutes(route, deps);
  adminStudyRoutes(route, deps);
}

function studyStateRoutes(route: Route, deps: Deps): void {
  route(contract.pauseStudy, async ({ params, viewer, ifMatch, fail }) =>
    transitionStudy(
      deps,
      { studyId: params.id, userId: viewer.userId },
      { transition: PAUSE_TRANSITION, ifMatch },
      fail,
    ),
  );

  route(contract.resumeStudy, async ({ params, viewer, ifMatch, fail }) =>
    transitionStudy(
      deps,
      { studyId: params.id, userId: viewer.userId },
      { transition: RESUME_TRANSITION, ifMatch },
      fail,
    ),
  );

  route(contract.closeStudy, async ({ params, viewer, ifMatch, fail }) =>
    transitionStudy(
      deps,
      { studyId: params.id, userId: viewer.userId },
      { transition: CLOSE_TRANSITION, ifMatch },
      fail,
    ),
  );

  route(contract.deleteStudy, async ({ params, viewer, ifMatch, fail }) =>
    deleteStudy(deps, { studyId: params.id, userId: viewer.userId }, ifMatch, fail),
  );

  route(contract.restoreStudy, async ({ params, viewer, ifMatch, fail }) =>
    restoreStudy(deps, { studyId: params.id, userId: viewer.userId }, ifMatch, fail),
  );
}

const none = { drafts: 0, published: 0, paused: 0, closed: 0, acceptedApplicants: 0 };

function adminStudyRoutes(route: Route, { db }: Pick<Deps, 'db'>): void {
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
