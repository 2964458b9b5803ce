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
export const CLOSINGS: Queue<Telling> = { name: 'closings', isDebounced: true };

/** The same; once for each time that the researcher is barred. */
export const BARRED_TELLINGS: Queue<BarredTelling> = { name: 'barred-tellings', isDebounced: true };
export interface BarredTelling extends Telling {
  version: number;
}

/** Applicants who agreed to a consent text before this version; of an older version nobody is told any more. */
export const CONSENT_TELLINGS: Queue<ConsentTelling> = { name: 'consent-tellings' };
export interface ConsentTelling extends Telling {
  version: number;
}

/** Applicants of a deleted project who cannot be answered any more, some in one job. */
export const SETTLEMENTS: Queue<{ projectId: string }> = { name: 'settlements', isDebounced: true };

/** Notifies all applicants who wait or are accepted. */
export async function queueClosing(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
  after = NOBODY_YET,
): Promise<void> {
  await jobs.send(trx, CLOSINGS, { studyId, after }, { key: studyId });
}

/** Notifies all who count on a study whose researcher is barred. */
export async function queueBarredTelling(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { studyId, version, after = NOBODY_YET }: { studyId: string; version: number; after?: string },
): Promise<void> {
  await jobs.send(trx, BARRED_TELLINGS, { studyId, version, after }, { key: studyId });
}

export async function queueConsentTelling(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  { studyId, version, after = NOBODY_YET }: { studyId: string; version: number; after?: string },
): Promise<void> {
  await jobs.send(trx, CONSENT_TELLINGS, { studyId, version, after });
}
