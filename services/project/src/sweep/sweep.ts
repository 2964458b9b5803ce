import { deleteExpiredKeys } from '@app/kit/idempotency-store.ts';
import { deleteEndedLimits } from '@app/kit/limits.ts';
import type { Deletion } from '@app/kit/sweep.ts';
import { sweepAway } from '@app/kit/sweep.ts';
import { createDraftAnswersSweep } from '../applications/drafts/sweep-draft-answers.ts';
import type { Deps } from '../deps.ts';
import { deleteOldNotifications } from '../inbox/delete-old-notifications.ts';
import type { ProjectTables } from '../schema.ts';
import { deleteOldDeletedStudies } from '../studies/soft-delete.ts';

const deletions: readonly Deletion<ProjectTables>[] = [
  // Each with up to 35,136 slots.
  { deleteSome: deleteOldDeletedStudies, batch: 10 },
  deleteOldNotifications,
  (db, most) => deleteEndedLimits(db, 'project', most),
  (db, most) => deleteExpiredKeys(db, 'project', most),
];

/** Deletes rows that are past their retention. */
export async function sweep({ db }: Pick<Deps, 'db'>): Promise<void> {
  await sweepAway(db, [...deletions, createDraftAnswersSweep()]);
}
