import { type ExpressionBuilder, sql } from 'kysely';
import { endBudget } from '@app/contracts/payment/budgets.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import type { ProjectTables } from '../../schema.ts';
import { studiesRestorableSince } from './soft-delete.ts';

const BATCH = 100;

type StudyRow = ExpressionBuilder<ProjectTables & { study: ProjectTables['project.studies'] }, 'study'>;

/** It is over, or was published without pay after its draft was paid for. */
const isForNobody = (eb: StudyRow) =>
  eb.or([
    eb('study.state', '=', 'CLOSED'),
    eb.and([eb('study.state', '<>', 'DRAFT'), eb('study.incentive', '=', 0)]),
  ]);

/**
 * Asks the payment service to give back what is left of studies that are over, gone, or without pay. While somebody can
 * still come to be owed for one it refuses, and is asked again.
 */
export async function giveBack({
  db,
  callPayment,
  log,
}: Pick<Deps, 'db' | 'callPayment' | 'log'>): Promise<void> {
  const over = await db
    .selectFrom('project.unrefunded_studies as study')
    .select('study.study_id as studyId')
    .where((eb) => eb.or([isForNobody(eb), eb('study.deleted_at', '<=', studiesRestorableSince())]))
    // Those that are refused must not keep the others from their turn.
    .orderBy(sql`random()`)
    .limit(BATCH)
    .execute();
  for (const { studyId } of over) {
    try {
      await callPayment(endBudget, { params: { studyId } });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.code === 'UNAVAILABLE') return;
      if (error.code !== 'BUDGET_NOT_FOUND') {
        log.debug({ studyId, code: error.code }, 'a budget is not given back yet');
        continue;
      }
    }
    await db
      .updateTable('project.studies as study')
      .set({ given_back_at: sql<Date>`now()` })
      .where('study.study_id', '=', studyId)
      // A draft may have come back with its project meanwhile.
      .where((eb) => eb.or([isForNobody(eb), eb('study.deleted_at', 'is not', null)]))
      .execute();
  }
}
