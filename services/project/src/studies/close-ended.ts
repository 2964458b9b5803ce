import { transaction } from '@app/kit/database.ts';
import { noteEvent } from '../audit/note-event.ts';
import type { Deps } from '../deps.ts';
import { insertNotifications } from '../inbox/insert-notification.ts';
import { queueClosing } from './queue-telling.ts';
import { updateEnded } from './update-state.ts';

/** So many are looked at in one transaction. */
const BATCH = 200;

/**
 * Closes studies whose meeting times are all past: no meeting is possible any more. Their researchers are notified too.
 */
export async function closeEnded(
  deps: Pick<Deps, 'db' | 'jobs' | 'openPages' | 'openStudyCounts'>,
): Promise<void> {
  for (let seen = BATCH; seen === BATCH;) {
    const { closed: ended, lookedAt } = await transaction(deps.db, async (trx) => {
      const looked = await updateEnded(trx, BATCH);
      const studies = looked.closed;
      if (studies.length === 0) return looked;
      for (const { id } of studies) {
        await noteEvent(trx, 'STUDY_CLOSED', { about: id });
        await queueClosing(deps, trx, id);
      }
      await insertNotifications(
        trx,
        studies.map(({ id, name, creatorId }) => ({
          userId: creatorId,
          key: `study-ended:${id}`,
          kind: 'STUDY_ENDED',
          params: { studyId: id, study: name },
        })),
      );
      return looked;
    });
    seen = lookedAt;
    if (ended.length > 0) deps.openStudyCounts.forget();
    deps.openPages.notify(ended.map(({ creatorId }) => creatorId));
  }
}
