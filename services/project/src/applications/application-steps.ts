import type { ApplicationStep } from '@app/contracts/project/applications.ts';
import { anyOfIds, prepareQuery } from '@app/kit/database.ts';
import type { Db } from '../schema.ts';

const listSteps = prepareQuery((db: Db, { applicationIds }: { applicationIds: readonly string[] }) =>
  db
    .selectFrom('project.applications as application')
    .leftJoin('project.application_steps as step', 'step.application_id', 'application.application_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.applied_at as appliedAt',
      'step.status',
      'step.at',
      'step.by_user_id as byUserId',
      'step.reason',
      'step.note',
      'step.is_undone as isUndone',
    ])
    .where('application.application_id', '=', anyOfIds(applicationIds))
    .orderBy('application.application_id')
    .orderBy('step.at'),
);

/** Leaves out decisions that were undone, because applicants must not see them. */
export async function findHistories(
  db: Db,
  applicationIds: readonly string[],
  reader: 'APPLICANT' | 'RESEARCHER',
): Promise<Map<string, ApplicationStep[]>> {
  if (applicationIds.length === 0) return new Map();
  const rows = await listSteps(db, { applicationIds });
  const histories = new Map<string, ApplicationStep[]>();
  for (const { id, applicantId, appliedAt, status, at, byUserId, reason, note, isUndone } of rows) {
    const history = histories.get(id) ?? [firstStep(appliedAt)];
    histories.set(id, history);
    if (status === null || at === null || (isUndone && reader === 'APPLICANT')) continue;
    const by = byUserId === applicantId ? 'APPLICANT' : 'RESEARCHER';
    history.push({ status, at: at.toISOString(), by, reason, note });
  }
  return histories;
}

export function firstStep(appliedAt: Date): ApplicationStep {
  return { status: 'PENDING', at: appliedAt.toISOString(), by: 'APPLICANT', reason: null, note: null };
}
