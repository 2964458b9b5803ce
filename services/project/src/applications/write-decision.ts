import { sql } from 'kysely';
import type { Decision } from '@app/contracts/project/applicants.ts';
import type { DECISION_REASONS } from '@app/contracts/project/application-choices.ts';
import { anyOfIds } from '@app/kit/database.ts';
import type { ApplicationStatus, Db } from '../schema.ts';

export const COMES_FROM = {
  ACCEPTED: ['PENDING'],
  DECLINED: ['PENDING'],
  PENDING: ['ACCEPTED', 'DECLINED'],
} as const satisfies Record<Decision['status'], ApplicationStatus[]>;

type Reason = (typeof DECISION_REASONS)[number];

export async function updateDecided(
  trx: Db,
  applicationIds: readonly string[],
  decision: Pick<Decision, 'status' | 'note'> & {
    id: string;
    byUserId: string;
    reason?: Reason | undefined;
    at?: Date;
    /** States that the application may have before, instead of those in `COMES_FROM`. */
    from?: readonly ApplicationStatus[];
  },
): Promise<void> {
  await trx
    .with('updated', (cte) =>
      cte
        .updateTable('project.applications')
        .set({ status: decision.status, last_step_id: sql<string>`gen_random_uuid()` })
        .where('application_id', '=', anyOfIds(applicationIds))
        .where('status', 'in', decision.from ?? COMES_FROM[decision.status])
        .returning(['application_id', 'last_step_id']),
    )
    .insertInto('project.application_steps')
    .columns(['step_id', 'application_id', 'decision_id', 'status', 'by_user_id', 'reason', 'note', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('updated')
        .select([
          sql<string>`updated.last_step_id`.as('step_id'),
          'updated.application_id',
          sql<string>`${decision.id}::uuid`.as('decision_id'),
          sql<ApplicationStatus>`${decision.status}::text`.as('status'),
          sql<string>`${decision.byUserId}::uuid`.as('by_user_id'),
          sql<Reason | null>`${decision.reason ?? null}::text`.as('reason'),
          sql<string>`nullif(${decision.note ?? null}::text, '')`.as('note'),
          sql<Date>`coalesce(${decision.at ?? null}::timestamptz, clock_timestamp())`.as('at'),
        ]),
    )
    .execute();
}
