import type { Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import { queueAnnouncement } from './queue-telling.ts';
import type { ProjectTables } from '../schema.ts';
import { addAccepted } from './queries.ts';

/**
 * Takes so many places of a study that is held, or gives them back, and tells whether that has opened or filled it. A study
 * that filled up before everybody was told of it is announced to the rest when it opens.
 */
export async function changePlaces(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  study: { id: string; isOpen: boolean; announcedAt: Date | null },
  taken: number,
): Promise<boolean> {
  if (taken === 0) return false;
  const isOpen = await addAccepted(trx, study.id, taken);
  if (isOpen && !study.isOpen && !study.announcedAt) await queueAnnouncement(deps, trx, study.id);
  return isOpen !== study.isOpen;
}
