import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import { runForEach, runSteps } from '@app/kit/job-steps.ts';
import { sealAllColumns } from '@app/kit/sealed-columns.ts';
import { type Deletions, deleteExpired } from '@app/kit/retention-job.ts';
import { deleteOldReminders } from './bookings/send-reminders.ts';
import type { Deps } from './deps.ts';
import { syncProfilesWithoutFurther } from './matching-profiles/read-profile.ts';
import { deleteOldReports } from './reports/report-study.ts';
import {
  deleteOldNotifications,
  deleteOldOpeningNotifications,
} from './notifications/write-notifications.ts';
import { deleteOldMessageReports, deleteMessagesOfStudy } from './messages/report-message.ts';
import { SEALED_COLUMNS } from './open-db.ts';
import type { ProjectTables, Db } from './schema.ts';
import {
  deleteOldDeletedStudies,
  deleteOldSlots,
  eraseOldProjects,
  findLongClosedStudies,
  updateAnswersErased,
} from './studies/erase-studies.ts';
import { deleteOldDraftAnswers, eraseAnswersOfStudy } from './applications/erase-answers.ts';
import { eraseMessagesOfStudy } from './bookings/erase-bookings.ts';
import { eraseSubmissionTextsOfStudy } from './submissions/erase-submissions.ts';
import { deleteViewsOfStudy } from './funnel/record-views.ts';

export async function eraseOldAnswers(db: Db, most: number): Promise<number> {
  const studies = await findLongClosedStudies(db, most);
  await runForEach(
    studies,
    (studyId) => studyId,
    async (studyId) => {
      await eraseAnswersOfStudy(db, studyId);
      await eraseMessagesOfStudy(db, studyId);
      await deleteMessagesOfStudy(db, studyId);
      await eraseSubmissionTextsOfStudy(db, studyId);
      await deleteViewsOfStudy(db, studyId);
      // The study is marked last. So if a step fails, the job does this study again.
      await updateAnswersErased(db, studyId);
    },
  );
  return studies.length;
}

export const deletions: Deletions<ProjectTables> = {
  // A study can have 35,136 slots, so few are deleted at a time.
  deletedStudies: { deleteSome: deleteOldDeletedStudies, batch: 10 },
  timesOfStudies: { deleteSome: deleteOldSlots, batch: 10 },
  deletedProjects: { deleteSome: eraseOldProjects, batch: 5 },
  answersOfStudies: eraseOldAnswers,
  draftAnswers: deleteOldDraftAnswers,
  notifications: deleteOldNotifications,
  openings: deleteOldOpeningNotifications,
  reminders: deleteOldReminders,
  reports: deleteOldReports,
  messageReports: deleteOldMessageReports,
  endedLimits: (db, most) => deleteEndedLimits(db, 'project', most),
  idempotencyKeys: (db, most) => deleteExpiredKeys(db, 'project', most),
};

export async function runDeletions({ db }: Pick<Deps, 'db'>): Promise<void> {
  await deleteExpired(db, deletions);
}

const sealColumns = ({ db, seal }: Pick<Deps, 'db' | 'seal'>) => sealAllColumns(db, seal, SEALED_COLUMNS);

export const runRetentionJob = (deps: Pick<Deps, 'db' | 'seal' | 'syncProfile' | 'log'>): Promise<void> =>
  runSteps(deps, {
    runDeletions,
    sealColumns,
    syncProfilesWithoutFurther: (all) => syncProfilesWithoutFurther(all),
  });
