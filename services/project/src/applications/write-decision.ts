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
 * be, and their place is used up however the application stands. `canUndo`: the last step is younger than `undoSeconds`, and no notification of it was sent.
 */
export async function holdApplications(
  trx: Db,
  {
    studyId,
    applicationIds,
    undoSeconds,
  }: { studyId: string; applicationIds: readonly string[]; undoSeconds: number },
) {
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
      'application.applicant_id as applicantId',
      'application.status',
      'step.step_id as stepId',
      'step.decision_id as decisionId',
      sql<boolean>`step.at > now() - ${undoSeconds}::int * interval '1 second'
        and step.step_id is distinct from application.notified_step_id`.as('canUndo'),
      sql<Date | null>`(select booking.starts_at from project.bookings as booking
        where booking.application_id = application.application_id and booking.state in (${sql.join(MEETING)})
          and booking.starts_at > now())`.as('meetingAt'),
      sql<boolean>`exists (select from project.waiting as waiting where waiting.application_id = application.application_id)
        or exists (select from project.bookings as booking where booking.application_id = application.application_id
          and booking.state in ('HELD', 'OFFERED'))`.as('waitsForTime'),
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

/** Changes the status of locked applications, each with a new step. */
export async function updateDecided(
  trx: Db,
  applicationIds: readonly string[],
  decision: Pick<Decision, 'status' | 'note'> & {
    id: string;
    byUserId: string;
    reason?: Reason | undefined;
    at?: Date;
    /** Where it may come from, if not only as `COMES_FROM` says. */
    from?: readonly ApplicationStatus[];
  },
): Promise<void> {
  await trx
    .with('moved', (cte) =>
      cte
        .updateTable('project.applications')
        .set({ status: decision.status, last_step_id: sql<string>`gen_random_uuid()` })
        .where('application_id', '=', anyOf(applicationIds))
        .where('status', 'in', decision.from ?? COMES_FROM[decision.status])
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

/**
 * Locks the applications that still stand as this decision left them, and differ from what their applicants were last
 * notified of: in status, reason or note.
 */
export async function lockUnnotifiedApplications(trx: Db, decisionId: string) {
  return trx
    .selectFrom('project.applications as application')
    .innerJoin('project.application_steps as step', 'step.step_id', 'application.last_step_id')
    .leftJoin('project.application_steps as notified', 'notified.step_id', 'application.notified_step_id')
    .innerJoin('project.studies as study', 'study.study_id', 'application.study_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.status',
      'step.step_id as stepId',
      'step.reason',
      'study.study_id as studyId',
      'study.public_name as publicName',
    ])
    .where('step.decision_id', '=', decisionId)
    .where(
      sql<boolean>`(step.status, step.reason, step.note)
        is distinct from (coalesce(notified.status, 'PENDING'), notified.reason, notified.note)`,
    )
    .orderBy('application.application_id')
    .forUpdate('application')
    .execute();
}
export type UnnotifiedApplication = Awaited<ReturnType<typeof lockUnnotifiedApplications>>[number];

/** Marks the undone step of each application, and the step of the decision that undid it. */
export async function updateUndone(
  trx: Db,
  decisionId: string,
  undone: readonly Pick<HeldApplication, 'id' | 'stepId'>[],
): Promise<void> {
  await trx
    .updateTable('project.application_steps')
    .set({ is_undone: true })
    .where((eb) =>
      eb.or([
        eb('step_id', '=', anyOf(undone.flatMap(({ stepId }) => stepId ?? []))),
        eb.and([
          eb('decision_id', '=', decisionId),
          eb('application_id', '=', anyOf(undone.map(({ id }) => id))),
        ]),
      ]),
    )
    .execute();
}

/** Remembers the last step of these applications as the one that their applicants were notified of. */
export async function updateNotifiedSteps(trx: Db, applicationIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('project.applications')
    .set((eb) => ({ notified_step_id: eb.ref('last_step_id') }))
    .where('application_id', '=', anyOf(applicationIds))
    .execute();
}
