import { readReach } from '@app/contracts/identity/reach.ts';
import { readStudyReach } from '@app/contracts/project/reach.ts';
import * as contract from '@app/contracts/project/studies.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { createStudy } from './create-study.ts';
import { deleteStudy } from './delete-study.ts';
import { publishStudy } from './publish-study.ts';

export function studyRoutes(route: Route, deps: Deps): void {
  route(contract.createStudy, async ({ body, viewer, fail }) => createStudy(deps, viewer.userId, body, fail));

  route(readStudyReach, async ({ body }) => deps.callIdentity(readReach, { body }));

  route(contract.publishStudy, async ({ params, body, viewer, fail }) =>
    publishStudy(deps, { studyId: params.id, userId: viewer.userId }, body, fail),
  );

  route(contract.deleteStudy, async ({ params, viewer, fail }) =>
    deleteStudy(deps, { studyId: params.id, userId: viewer.userId }, fail),
  );
}
