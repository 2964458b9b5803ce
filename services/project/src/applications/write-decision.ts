import { sql } from 'kysely';
import type { Decision } from '@app/contracts/project/applicants.ts';
import type { DECISION_REASONS } from '@app/contracts/project/application-choices.ts';
import { anyOf } from '@app/kit/database.ts';
import type { ApplicationStatus, Db } from '../schema.ts';
import { MAY_BE_OWED } from '../studies/change-places.ts';
import { MARKED, MEETING } from '../bookings/states.ts';
import { COMES_FROM } from './states.ts';

/**
 * Holds (row lock) those of the study's applications that exist; the study is held already. What hangs on them is read in a
 * statement after that: one that waits for a mark would not see it. `keepsPlace`: they are owed the incentive, or may come to
 * be, and their place is used up however the application stands.
 */
export async function holdApplications(trx: Db, studyId: string, applicationIds: readonly string[]) {
  await trx
    .selectFrom('project.applications')
    .select('application_id')
    .where('study_id', '=', studyId)
    .where('application_id', '=', anyOf(applicationIds))
    .orderBy('application_id')
    .forUpdate()
    .execute();
  return trx
    .selectFrom('project.applications as application')
    .leftJoin('project.application_steps as step', 'step.step_id', 'application.last_step_id')
    .leftJoin('project.dues as due', 'due.application_id', 'application.application_id')
    .select([
      'application.application_id as id',
      'application.status',
      'step.decision_id as decisionId',
      sql<boolean>`application.consent_taken_back_at is not null`.as('hasTakenBack'),
      sql<boolean>`coalesce(due.pesewas, 0) > 0 or ${MAY_BE_OWED}`.as('keepsPlace'),
      sql<boolean>`exists (select from project.bookings as booking where booking.application_id = application.application_id
        and booking.state in (${sql.join([...MEETING, ...MARKED, 'NOBODY_CAME'])}))`.as('hasMeeting'),
      // An absence may be put right after a further meeting was taken.
      sql<boolean>`coalesce((select bool_or(booking.state = 'ATTENDED')
          or (array_agg(booking.state order by booking.created_at desc, booking.booking_id desc))[1] in (${sql.join(MARKED)})
        from project.bookings as booking
        where booking.application_id = application.application_id and booking.state <> 'LAPSED'), false)`.as(
        'isMarked',
      ),
    ])
    .where('application.study_id', '=', studyId)
    .where('application.application_id', '=', anyOf(applicationIds))
    .execute();
}
export type HeldApplication = Awaited<ReturnType<typeof holdApplications>>[number];

type Reason = (typeof DECISION_REASONS)[number];

/** Moves held applications (row lock), each with a step that is not told yet. */
export async function updateDecided(
  trx: Db,
  applicationIds: readonly string[],
  decision: Pick<Decision, 'status' | 'note'> & {
    id: string;
    byUserId: string;
    reason?: Reason | undefined;
    at?: Date;
  },
): Promise<void> {
  await trx
    .with('moved', (cte) =>
      cte
        .updateTable('project.applications')
        .set({ status: decision.status, last_step_id: sql<string>`gen_random_uuid()` })
        .where('application_id', '=', anyOf(applicationIds))
        .where('status', 'in', COMES_FROM[decision.status])
        .returning(['application_id', 'last_step_id']),
    )
    .insertInto('project.application_steps')
    .columns(['step_id', 'application_id', 'decision_id', 'status', 'by_user_id', 'reason', 'note', 'at'])
    .expression((eb) =>
      eb
        .selectFrom('moved')
        .select([
          sql<string>`moved.last_step_id`.as('step_id'),
          'moved.application_id',
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

/** The study that is to be held before its applications; a decision is about one. */
export async function findDecidedStudy(trx: Db, decisionId: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('project.application_steps as step')
    .innerJoin('project.applications as application', 'application.application_id', 'step.application_id')
    .select('application.study_id as studyId')
    .where('step.decision_id', '=', decisionId)
    .limit(1)
    .executeTakeFirst();
  return row?.studyId;
}

/**
 * Holds (row lock) the applications that still stand as this decision left them and whose applicants do not know it. A
 * decline after a decline is news too: its reason may be another.
 */
export async function holdUntold(trx: Db, decisionId: string) {
  return trx
    .selectFrom('project.applications as application')
    .innerJoin('project.application_steps as step', 'step.step_id', 'application.last_step_id')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.status',
      'step.step_id as stepId',
      'step.reason',
      'step.at',
      'study.study_id as studyId',
      'study.public_name as publicName',
    ])
    .where('step.decision_id', '=', decisionId)
    .where('step.told_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('application.status', '<>', eb.ref('application.told_status')),
        eb('application.status', '=', 'DECLINED'),
      ]),
    )
    .orderBy('application.application_id')
    .forUpdate('application')
    .execute();
}
export type UntoldApplication = Awaited<ReturnType<typeof holdUntold>>[number];

/** From now on the applicants see these applications as they stand. */
export async function updateTold(
  trx: Db,
  applications: readonly Pick<UntoldApplication, 'id' | 'stepId'>[],
): Promise<void> {
  const of = <Key extends 'id' | 'stepId'>(key: Key) => applications.map((application) => application[key]);
  await trx
    .updateTable('project.applications')
    .set((eb) => ({ told_status: eb.ref('status') }))
    .where('application_id', '=', anyOf(of('id')))
    .execute();
  await trx
    .updateTable('project.application_steps')
    .set({ told_at: sql<Date>`now()` })
    .where('step_id', '=', anyOf(of('stepId')))
    .execute();
}
