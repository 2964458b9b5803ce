import * as contract from '@app/contracts/project/applications.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import { readNamesOf } from '../people/ask-identity.ts';
import { findStudy } from '../studies/queries.ts';
import { applyToStudy } from './apply-to-study.ts';
import { listApplicantsOf, listApplicationsOf } from './queries.ts';

/** Somebody whose account is gone keeps the application, without a name. */
const nameless = { firstName: '', lastName: '' };

export function applicationRoutes(route: Route, deps: Deps): void {
  const { db, callIdentity } = deps;

  route(contract.applyToStudy, async ({ params, body, viewer, fail }) =>
    applyToStudy(deps, { studyId: params.id, applicantId: viewer.userId }, body.responses, fail),
  );

  route(contract.listOwnApplications, async ({ query, viewer }) => ({
    ...(await listApplicationsOf(db, viewer.userId, query)),
    size: query.size,
    number: query.page,
  }));

  route(contract.listApplicants, async ({ params, query, viewer, fail }) => {
    const study = await findStudy(db, { studyId: params.id, userId: viewer.userId });
    if (!study) return fail('STUDY_NOT_FOUND');
    const { content, totalElements } = await listApplicantsOf(db, study.id, query);
    const names = await readNamesOf(
      callIdentity,
      content.map(({ applicantId }) => applicantId),
    );
    return {
      content: content.map((applicant) => ({
        ...applicant,
        ...(names.get(applicant.applicantId) ?? nameless),
      })),
      totalElements,
      size: query.size,
      number: query.page,
    };
  });
}
