import * as contract from '@app/contracts/project/applications.ts';
import { readHasApplied } from '@app/contracts/project/people.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../../deps.ts';
import { agreeToConsent } from './agree-to-consent.ts';
import { applyToStudy } from './apply-to-study.ts';
import { hasAppliedAnywhere, listApplicationsOf } from './list-applications.ts';
import { takeBackConsent } from './take-back-consent.ts';
import { withdrawApplication } from './withdraw-application.ts';

export function applicationRoutes(route: Route, deps: Deps): void {
  route(contract.applyToStudy, async ({ params, body, viewer, newId, fail }) => {
    const { responses, consentVersion = 0 } = body;
    const attempt = {
      id: newId(),
      studyId: params.id,
      applicantId: viewer.userId,
      responses,
      consentVersion,
    };
    return applyToStudy(deps, attempt, fail);
  });

  route(contract.listOwnApplications, async ({ query, viewer }) => ({
    ...(await listApplicationsOf(deps.db, viewer.userId, query)),
    size: query.size,
    number: query.page,
  }));

  route(readHasApplied, async ({ params }) => ({
    hasApplied: await hasAppliedAnywhere(deps.db, params.userId),
  }));

  route(contract.agreeToConsent, async ({ params, body, viewer, fail }) =>
    agreeToConsent(
      deps,
      { applicationId: params.id, applicantId: viewer.userId, version: body.version },
      fail,
    ),
  );

  route(contract.takeBackConsent, async ({ params, viewer, fail }) =>
    takeBackConsent(deps, { applicationId: params.id, applicantId: viewer.userId }, fail),
  );

  route(contract.withdrawApplication, async ({ params, viewer, fail }) =>
    withdrawApplication(deps, { applicationId: params.id, applicantId: viewer.userId }, fail),
  );
}
