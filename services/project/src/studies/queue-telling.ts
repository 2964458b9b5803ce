import type { Transaction } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';

/** Jobs that notify people of a study, in windows by their ids (announcing/), since their number has no bound. */
export interface Telling {
  studyId: string;
  /** Everybody up to this id has been looked at. */
  after: string;
}

export const NOBODY_YET = '00000000-0000-0000-0000-000000000000';

/** Debounced: one job of a study waits at most; everybody before its cursor is done. */
export const ANNOUNCEMENTS: Queue<Telling> = { name: 'announcements', isDebounced: true };
/** The same. */
export const CLOSINGS: Queue<Telling> = { name: 'closings', isDebounced: true };

/** Tells everybody whom the study fits: when it is published, and when it opens again half told. */
export async function queueAnnouncement(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
  after = NOBODY_YET,
): Promise<void> {
  await jobs.send(trx, ANNOUNCEMENTS, { studyId, after }, { key: studyId });
}

/** Tells all who have applied and wait or are accepted. */
export async function queueClosing(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
  after = NOBODY_YET,
): Promise<void> {
  await jobs.send(trx, CLOSINGS, { studyId, after }, { key: studyId });
}
