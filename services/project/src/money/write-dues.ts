import { type Transaction, sql } from 'kysely';
import type { Queue } from '@app/kit/jobs.ts';
import { anyOf } from '@app/kit/database.ts';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';

/** What an application is owed has changed; the newest row says to what (send-payables.ts). */
export const DUES: Queue<{ applicationId: string }> = { name: 'dues' };

/**
 * In the transaction of what decides it. The incentive is owed once, while a meeting of theirs counts as attended, and is due when the
 * mark is final. Nothing is written for an unpaid study, or where nothing changes.
 */
export async function writeDues(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  applicationIds: readonly string[],
): Promise<void> {
  if (applicationIds.length === 0) return;
  const { rows } = await sql<{ applicationId: string; afterSeconds: number }>`
    with owed as (
      select application.application_id, application.study_id, application.applicant_id,
        case when counting.is_any then study.incentive * 100 else 0 end as pesewas,
        greatest(counting.due_at, now()) as due_at
      from project.applications as application join project.studies as study using (study_id)
      cross join lateral (
        select count(*) > 0 as is_any, max(booking.final_at) as due_at from project.bookings as booking
        where booking.application_id = application.application_id and booking.counts_as_attended
      ) as counting
      where application.application_id = ${anyOf(applicationIds)} and study.incentive > 0
    )
    insert into project.dues as due (application_id, study_id, participant_id, pesewas, due_at)
    select application_id, study_id, applicant_id, pesewas, due_at from owed
    where pesewas > 0 or exists (select from project.dues as known where known.application_id = owed.application_id)
    on conflict (application_id) do update
      set pesewas = excluded.pesewas, version = due.version + 1, changed_at = now(), due_at = excluded.due_at
      where due.pesewas <> excluded.pesewas
    returning application_id as "applicationId", ceil(greatest(0, extract(epoch from due_at - now())))::int as "afterSeconds"`.execute(
    trx,
  );
  for (const { applicationId, afterSeconds } of rows)
    await jobs.send(trx, DUES, { applicationId }, { afterSeconds });
}
