import type { Applicant } from '@app/contracts/project/applicants.ts';
import { MAX_APPLICATIONS_ASKED, readIncentives as endpoint } from '@app/contracts/payment/payouts.ts';
import { anyOf } from '@app/kit/database.ts';
import { Failure } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';

/**
 * How the incentives of at most a page of applications stand: of none while the payment service does not answer, and it is
 * not asked about those that were never owed one.
 */
export async function readIncentives(
  { db, callPayment }: Pick<Deps, 'db' | 'callPayment'>,
  applicationIds: readonly string[],
): Promise<Map<string, NonNullable<Applicant['payment']>>> {
  const owed = await db
    .selectFrom('project.dues')
    .select('application_id as applicationId')
    .where('application_id', '=', anyOf(applicationIds))
    .execute();
  if (owed.length === 0) return new Map();
  try {
    const body = { applicationIds: owed.map(({ applicationId }) => applicationId) };
    const incentives = await callPayment(endpoint, { body });
    return new Map(incentives.map(({ applicationId, ...payment }) => [applicationId, payment]));
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAVAILABLE') return new Map();
    throw error;
  }
}

/** The applications of a study whose incentive has arrived; undefined while the payment service does not answer. */
export async function findPaid(
  { db, callPayment }: Pick<Deps, 'db' | 'callPayment'>,
  studyId: string,
): Promise<string[] | undefined> {
  const owed = await db
    .selectFrom('project.dues')
    .select('application_id as id')
    .where('study_id', '=', studyId)
    .where('pesewas', '>', 0)
    .execute();
  const ids = owed.map(({ id }) => id);
  const paid: string[] = [];
  try {
    for (let at = 0; at < ids.length; at += MAX_APPLICATIONS_ASKED) {
      const body = { applicationIds: ids.slice(at, at + MAX_APPLICATIONS_ASKED) };
      for (const { applicationId, state } of await callPayment(endpoint, { body }))
        if (state === 'SUCCEEDED') paid.push(applicationId);
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'UNAVAILABLE') return undefined;
    throw error;
  }
  return paid;
}
