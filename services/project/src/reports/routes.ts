import { reportStudy } from '@app/contracts/project/reports.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { transaction } from '@app/kit/database.ts';
import type { Route } from '@app/kit/route.ts';
import { reportWords } from '@app/words/reports.ts';
import { findShownStudy } from '../studies/find-shown-study.ts';
import type { Deps } from '../deps.ts';
import { queueEmails } from '../emails/queue-email.ts';
import type { WriteEmail } from '../emails/routes.ts';
import { findReport, insertReport } from './write-report.ts';

export function reportRoutes(route: Route, deps: Pick<Deps, 'db' | 'jobs'>): void {
  route(reportStudy, async ({ params: { id: studyId }, body, viewer: { userId }, fail }) => {
    const study = await findShownStudy(deps.db, studyId, userId);
    if (!study?.isOpen && !study?.hasApplied) return fail('STUDY_NOT_FOUND');
    await transaction(deps.db, async (trx) => {
      const about = await insertReport(trx, { ...body, studyId, reporterId: userId });
      if (about !== undefined) await queueEmails(deps, trx, [{ userId, kind: 'STUDY_REPORTED', about }]);
    });
  });
}

/** The admin acts on this email with the command `npm run admin`. */
export const studyReportedEmail: WriteEmail = async ({ db }, { about }) => {
  if (!/^[\da-f-]{36}$/.test(about)) return undefined;
  const report = await findReport(db, about);
  return (
    report && {
      params: { ...report, reason: reportWords.reasons[report.reason] },
      path: paths.studyApply(report.studyId),
      event: null,
    }
  );
};
