import type { Transaction } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectTables } from '../../schema.ts';

/** Debounced: one job of a study looks at all that is free. */
export const OFFERS: Queue<{ studyId: string }> = { name: 'offers', isDebounced: true };

/** A seat may be free: those who wait are offered it, by a job, since it needs their applications. */
export async function queueOffers(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
): Promise<void> {
  const someone = await trx
    .selectFrom('project.waiting')
    .select('participant_id')
    .where('study_id', '=', studyId)
    .limit(1)
    .executeTakeFirst();
  if (someone) await jobs.send(trx, OFFERS, { studyId }, { key: studyId });
}
