import type { Applicant } from '@app/contracts/project/applicants.ts';
import { readIncentives as endpoint } from '@app/contracts/payment/payouts.ts';
import { anyOf } from '@app/kit/any-of.ts';
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
