import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import { type Deletions, sweepAway } from '@app/kit/sweep.ts';
import { deleteOldDraftAnswers } from '../applications/drafts/delete-old-draft-answers.ts';
import { deleteOldReminders } from '../bookings/clock/delete-old-reminders.ts';
import type { Deps } from '../deps.ts';
import { deleteOldNotifications, deleteOldOpenings } from '../inbox/delete-old-notifications.ts';
import { deleteOldMessageReports } from '../messages/report-message.ts';
import { deleteOldReports } from '../reports/delete-reports.ts';
import type { ProjectTables } from '../schema.ts';
import { eraseOldProjects } from '../studies/deleting/erase-studies.ts';
import { deleteOldSlots } from '../studies/delete-old-slots.ts';
import { deleteOldDeletedStudies } from '../studies/deleting/soft-delete.ts';
import { eraseOldAnswers } from './erase-old-answers.ts';

/** Rows that are past their retention. */
export const deletions: Deletions<ProjectTables> = {
  // Each with up to 35,136 slots.
  deletedStudies: { deleteSome: deleteOldDeletedStudies, batch: 10 },
  timesOfStudies: { deleteSome: deleteOldSlots, batch: 10 },
  deletedProjects: { deleteSome: eraseOldProjects, batch: 5 },
  answersOfStudies: eraseOldAnswers,
  draftAnswers: deleteOldDraftAnswers,
  notifications: deleteOldNotifications,
  openings: deleteOldOpenings,
  reminders: deleteOldReminders,
  reports: deleteOldReports,
  messageReports: deleteOldMessageReports,
  endedLimits: (db, most) => deleteEndedLimits(db, 'project', most),
  idempotencyKeys: (db, most) => deleteExpiredKeys(db, 'project', most),
};

export async function sweep({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sweepAway(db, deletions);
}
