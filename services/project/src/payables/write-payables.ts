import { anyOfIds } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { sql, type Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import type { ProjectTables } from '../schema.ts';

/** This queue is the outbox to the payment service (send-payables.ts). */
export const PAYABLES: Queue<{ applicationId: string }> = { name: 'payables' };

/**
 * Must be called in the transaction of the decision. The incentive is owed once, while a meeting counts as
 * attended or a submission is approved. It is due when this is final.
 */
export async function writePayables(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  applicationIds: readonly string[],
): Promise<void> {
  if (applicationIds.length === 0) return;
  // A trigger (`count_paid_elsewhere`) then counts the places of people who are paid but not accepted.
  const { rows } = await sql<{ applicationId: string; afterSeconds: number }>`
    with computed as (
      select application.application_id, application.study_id, application.applicant_id,
        case when submission.status = 'SCREENED_OUT' then 'SCREEN_OUT' else 'INCENTIVE' end as kind,
        case when submission.status = 'SCREENED_OUT' then (study.survey ->> 'screenOutPay')::int * 100
          when counting.is_any or submission.status = 'APPROVED' then study.incentive * 100 else 0 end as pesewas,
        greatest(counting.due_at, submission.final_at, now()) as due_at
      from project.applications as application join project.studies as study using (study_id)
      left join project.submissions as submission on submission.application_id = application.application_id
        and submission.status in ('APPROVED', 'SCREENED_OUT')
      cross join lateral (
        select count(*) > 0 as is_any, max(booking.final_at) as due_at from project.bookings as booking
        where booking.application_id = application.application_id and booking.counts_as_attended
      ) as counting
      where application.application_id = ${anyOfIds(applicationIds)} and study.incentive > 0
    )
    insert into project.payables as payable (application_id, study_id, participant_id, kind, pesewas, due_at)
    select application_id, study_id, applicant_id, kind, pesewas, due_at from computed
    where pesewas > 0 or exists (select from project.payables as known where known.application_id = computed.application_id)
    on conflict (application_id) do update
      set pesewas = excluded.pesewas, version = payable.version + 1, changed_at = now(), due_at = excluded.due_at
      where payable.pesewas <> excluded.pesewas
    returning application_id as "applicationId", ceil(greatest(0, extract(epoch from due_at - now())))::int as "afterSeconds"`.execute(
    trx,
  );
  for (const { applicationId, afterSeconds } of rows)
    await jobs.send(trx, PAYABLES, { applicationId }, { afterSeconds });
}
