import { requestPayout } from '@app/contracts/payment/payouts.ts';
import { transaction } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';

type Sender = Pick<Deps, 'db' | 'callPayment' | 'log'>;

const BATCH = 200;

/** The payment service uses the newest version of a payable. So a repeated or late call does no harm. */
export async function sendPayable(
  { db, callPayment, log }: Sender,
  { applicationId }: { applicationId: string },
): Promise<void> {
  const payable = await transaction(db, async (trx) => {
    // An undo that waits for this lock then sees that the attendance mark is final.
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

/** Locking the application before its payable prevents deadlocks. */
const lockApplicationRow = (trx: Db, applicationId: string) =>
  trx
    .selectFrom('project.applications')
    .select('application_id')
    .where('application_id', '=', applicationId)
    .forUpdate()
    .execute();

/** The payout was sent before the mark was undone. What is paid stays owed, and its place stays in use. */
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

export async function sendLatePayables(deps: Sender): Promise<void> {
  const late = await deps.db
    .selectFrom('project.payables')
    .select('application_id as applicationId')
    .where('sent_version', '<', (eb) => eb.ref('version'))
    .where('due_at', '<', sql<Date>`now() - interval '10 minutes'`)
    // A payable whose call always fails must not block those after it.
    .orderBy(sql`random()`)
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
