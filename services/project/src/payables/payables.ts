import { requestPayout } from '@app/contracts/payment/payouts.ts';
import { anyOfIds, transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { ServiceGauge } from '@app/kit/database-metrics.ts';
import { Failure } from '@app/kit/problem.ts';
import { countWaiting } from '@app/kit/waiting-work.ts';
import { gaugeWords as words } from '@app/words/gauges.ts';
import { sql, type Transaction } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Db, ProjectTables } from '../schema.ts';

export const PAYABLES: Queue<{ applicationId: string }> = { name: 'payables' };

/**
 * Outbox of payables: call this in the transaction of the decision. The incentive is owed once while a
 * meeting counts as attended or a submission is approved, and is due when this is final.
 */
export async function writePayables(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  applicationIds: readonly string[],
): Promise<void> {
  if (applicationIds.length === 0) return;
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

type Sender = Pick<Deps, 'db' | 'callPayment' | 'log'>;

const BATCH = 200;

/** The payment service keeps the newest version of a payable, so a repeated or late call is harmless. */
export async function sendPayable(
  { db, callPayment, log }: Sender,
  { applicationId }: { applicationId: string },
): Promise<void> {
  const payable = await transaction(db, async (trx) => {
    // An undo that waits for this lock then sees that the mark is final.
    await lockApplicationRow(trx, applicationId);
    return trx
      .selectFrom('project.payables as payable')
      .innerJoin(
        'project.applications as application',
        'application.application_id',
        'payable.application_id',
      )
      .select([
        'payable.study_id as studyId',
        'payable.participant_id as participantId',
        'payable.kind',
        'payable.pesewas',
        'payable.version',
      ])
      .select('application.participant_code as participantCode')
      .where('payable.application_id', '=', applicationId)
      .where('sent_version', '<', (eb) => eb.ref('version'))
      .where('due_at', '<=', sql<Date>`now()`)
      .executeTakeFirst();
  });
  if (!payable) return;
  const { pesewas: amountInPesewas, ...body } = payable;
  try {
    await callPayment(requestPayout, { params: { applicationId }, body: { ...body, amountInPesewas } });
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'PAYOUT_IS_UNDER_WAY')) throw error;
    await restorePayableAmount(db, { applicationId, version: payable.version });
    log.warn({ applicationId, version: payable.version }, 'a payment could not be changed any more');
  }
  await db
    .updateTable('project.payables')
    .set({ sent_version: sql<number>`greatest(sent_version, ${payable.version}::int)` })
    .where('application_id', '=', applicationId)
    .execute();
}

/** The application is locked before its payable, as in every decision, to avoid deadlocks. */
const lockApplicationRow = (trx: Db, applicationId: string) =>
  trx
    .selectFrom('project.applications')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .forUpdate()
    .execute();

/**
 * The payout was sent before the mark was undone. Paid money stays owed, and the place it paid for stays in
 * use.
 */
async function restorePayableAmount(
  db: Db,
  { applicationId, version }: { applicationId: string; version: number },
): Promise<void> {
  await transaction(db, async (trx) => {
    await lockApplicationRow(trx, applicationId);
    await trx
      .updateTable('project.payables as payable')
      .from('project.studies as study')
      .whereRef('study.study_id', '=', 'payable.study_id')
      .where('payable.application_id', '=', applicationId)
      .where('payable.version', '=', version)
      .where('payable.pesewas', '=', 0)
      .set({
        pesewas: sql<number>`case payable.kind when 'SCREEN_OUT' then (study.survey ->> 'screenOutPay')::int
          else study.incentive end * 100`,
      })
      .execute();
  });
}

/** Lists payables that were refused for an hour, so that an operator checks their budget. */
export async function listUnsentPayables(
  db: Db,
  most: number,
): Promise<{ applicationId: string; studyId: string; pesewas: number; since: Date }[]> {
  return db
    .selectFrom('project.payables')
    .select(['application_id as applicationId', 'study_id as studyId', 'pesewas', 'due_at as since'])
    .where('sent_version', '<', (eb) => eb.ref('version'))
    .where('due_at', '<', sql<Date>`now() - interval '1 hour'`)
    .orderBy('due_at')
    .limit(most)
    .execute();
}

export async function sendLatePayables(deps: Sender): Promise<void> {
  const late = await deps.db
    .selectFrom('project.payables')
    .select('application_id as applicationId')
    .where('sent_version', '<', (eb) => eb.ref('version'))
    .where('due_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .orderBy('due_at')
    .limit(BATCH)
    .execute();
  for (const payable of late) {
    try {
      await sendPayable(deps, payable);
    } catch (error) {
      if (error instanceof Failure && error.code === 'UNAVAILABLE') return;
      deps.log.error({ err: error, applicationId: payable.applicationId }, 'a payable could not be sent');
    }
  }
}

const refused = sql`from project.payables where sent_version < version and due_at < now() - interval '1 hour'`;

export const gauges: readonly ServiceGauge[] = [
  {
    name: 'project_unsent_payables',
    help: words.project_unsent_payables,
    labels: [],
    rows: sql`select count(*)::int as value ${refused}`,
  },
  {
    name: 'project_unsent_payables_pesewas',
    help: words.project_unsent_payables_pesewas,
    labels: [],
    rows: sql`select coalesce(sum(pesewas), 0)::float8 as value ${refused}`,
  },
];

export function countUnsentPayables(db: Db) {
  return countWaiting(db, 'UNSENT_PAYABLE', sql`select due_at as since ${refused}`);
}
