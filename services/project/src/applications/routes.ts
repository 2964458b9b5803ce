import { today } from '@app/contracts/calendar.ts';
import * as contract from '@app/contracts/project/applicants.ts';
import { csv } from '@app/kit/csv.ts';
import type { Route } from '@app/kit/route.ts';
import { xlsx } from '@app/kit/xlsx.ts';
import { applicantWords } from '@app/words/applicants.ts';
import { updateRemarks } from '../queries.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { findLatestOfStudy } from '../../bookings/reading/latest-bookings.ts';
import { assertMayExport } from '../../facts/ask-identity.ts';
import { countByCell } from '../../studies/cells.ts';
import { findOwnStudy, findStudy } from '../../studies/reads.ts';
import { decideApplicants } from './decide-applicants.ts';
import { readApplicantRows } from './export-applicants.ts';
import { listApplicantsOf, listWaitingFor } from './list-applicants.ts';

export function applicantRoutes(route: Route, deps: Deps): void {
  const { db, applicantTotals } = deps;

  route(contract.listApplicants, async ({ params, query, viewer, fail }) => {
    const study = await findOwnStudy(db, { studyId: params.id, userId: viewer.userId });
    return study ? listApplicantsOf(deps, study, query, fail) : fail('STUDY_NOT_FOUND');
  });

  route(contract.listWaiting, async ({ query, viewer }) => listWaitingFor(deps, viewer.userId, query));

  route(contract.countApplicants, async ({ params, viewer, fail }) => {
    const study = await findOwnStudy(db, { studyId: params.id, userId: viewer.userId });
    if (!study) return fail('STUDY_NOT_FOUND');
    const [counts, byCell] = await Promise.all([
      applicantTotals.counts(study.id),
      study.cells.length > 0 ? countByCell(db, study.id) : [],
    ]);
    return { ...counts, byCell, wanted: study.wanted };
  });

  route(contract.listApplicantMeetings, async ({ params, viewer, fail }) => {
    const study = await findOwnStudy(db, { studyId: params.id, userId: viewer.userId });
    return study ? { meetings: await findLatestOfStudy(db, study.id) } : fail('STUDY_NOT_FOUND');
  });

  route(contract.decideApplicants, async ({ params, body, viewer, newId, fail }) => {
    const decided = { id: newId(), studyId: params.id, userId: viewer.userId };
    const outcome = await decideApplicants(deps, decided, body, fail);
    applicantTotals.forget(params.id);
    return outcome;
  });

  route(contract.remarkApplicant, async ({ params, body, viewer, fail }) => {
    const { id: studyId, applicationId } = params;
    const remarked = await updateRemarks(db, { studyId, applicationId, userId: viewer.userId }, body);
    applicantTotals.forget(studyId);
    return remarked ?? fail('APPLICATION_NOT_FOUND');
  });

  for (const [endpoint, ending, write] of [
    [contract.exportApplicants, 'csv', csv],
    [contract.exportApplicantsWorkbook, 'xlsx', xlsx.bind(null, applicantWords.heading)],
  ] as const)
    route(endpoint, async ({ params, query, viewer, fail }) => {
      const { userId } = viewer;
      const study = await findStudy(db, { studyId: params.id, userId });
      if (!study) return fail('STUDY_NOT_FOUND');
      await assertMayExport(deps.callIdentity, userId);
      const rows = await readApplicantRows({ ...deps, db: deps.reader }, study, query, fail);
      await noteEvent(db, 'APPLICANTS_EXPORTED', { userId, about: study.id });
      return { name: `${applicantWords.file.name(study.name, today())}.${ending}`, text: write(rows) };
    });
}
