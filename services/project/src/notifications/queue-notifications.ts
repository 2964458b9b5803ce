import type { Transaction } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';

/** A job handles a limited number of people, in the order of their ids, and then queues the next job. */
export interface StudyNotification {
  studyId: string;
  /** All people up to and including this id are notified. */
  after: string;
}

export const FIRST_WINDOW_START = '00000000-0000-0000-0000-000000000000';

export const CLOSING_NOTIFICATIONS: Queue<StudyNotification> = { name: 'closings', isDebounced: true };

/** Applicants are notified once for each suspension of the researcher. */
export const SUSPENSION_NOTIFICATIONS: Queue<SuspensionNotification> = {
  name: 'suspension-notifications',
  isDebounced: true,
};
export interface SuspensionNotification extends StudyNotification {
  version: number;
}

export const CONSENT_NOTIFICATIONS: Queue<ConsentNotification> = { name: 'consent-notifications' };
export interface ConsentNotification extends StudyNotification {
  version: number;
}

export async function queueClosing(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
  after = FIRST_WINDOW_START,
): Promise<void> {
  await jobs.send(trx, CLOSING_NOTIFICATIONS, { studyId, after }, { key: studyId });
}

export async function queueSuspensionNotification(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { studyId, version, after = FIRST_WINDOW_START }: { studyId: string; version: number; after?: string },
): Promise<void> {
  await jobs.send(trx, SUSPENSION_NOTIFICATIONS, { studyId, version, after }, { key: studyId });
}

export async function queueConsentNotification(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { studyId, version, after = FIRST_WINDOW_START }: { studyId: string; version: number; after?: string },
): Promise<void> {
  await jobs.send(trx, CONSENT_NOTIFICATIONS, { studyId, version, after });
}
