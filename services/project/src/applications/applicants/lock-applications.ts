import { sql } from 'kysely';
import { OPEN_HOURS, SHORT_NOTICE_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { MOST_STARTS } from '@app/contracts/project/submission-choices.ts';
import { anyOfIds } from '@app/kit/database.ts';
import { MARKED_STATES, MEETING_STATES } from '../../bookings/states.ts';
import type { Db } from '../../schema.ts';
import { isLastStepUnnotified } from '../notify-of-decision.ts';

/**
 * Locks the applications before it reads details, so that it sees every new mark. The caller must lock the
 * study. `keepsPlace`: an incentive may be owed. `canUndo`: the decision is recent and not notified.
 */
export async function lockApplications(
  trx: Db,
  {
    studyId,
    applicationIds,
    undoSeconds,
  }: { studyId: string; applicationIds: readonly string[]; undoSeconds: number },
) {
  const locking = trx
    .selectFrom('project.applications')
    .select('application_id')
    .where('study_id', '=', studyId)
    .where('application_id', '=', anyOfIds(applicationIds))
    .orderBy('application_id')
    .forUpdate()
    .execute();
  const reading = trx
    .selectFrom('project.applications as application')
    .leftJoin('project.application_steps as step', 'step.step_id', 'application.last_step_id')
    .leftJoin('project.payables as payable', 'payable.application_id', 'application.application_id')
    .select([
      'application.application_id as id',
      'application.applicant_id as applicantId',
      'application.status',
      'step.step_id as stepId',
      'step.decision_id as decisionId',
      sql<boolean>`step.at > now() - ${undoSeconds}::int * interval '1 second'
        and ${isLastStepUnnotified}`.as('canUndo'),
      sql<Date | null>`(select booking.starts_at from project.bookings as booking
        where booking.application_id = application.application_id and booking.state in (${sql.join(MEETING_STATES)})
          and booking.starts_at > now())`.as('meetingAt'),
      sql<boolean>`exists (select from project.waiting as waiting where waiting.application_id = application.application_id)
        or exists (select from project.bookings as booking where booking.application_id = application.application_id
          and booking.state in ('HELD', 'OFFERED'))`.as('waitsForTime'),
      sql<boolean>`exists (select from project.submissions as submission
        where submission.application_id = application.application_id
          and submission.status not in ('TIMED_OUT', 'RETURNED'))`.as('hasSubmission'),
      sql<boolean>`(select count(*) >= ${MOST_STARTS}::int or count(*) filter (where submission.status = 'RETURNED') > 0
        from project.submissions as submission
        where submission.application_id = application.application_id)`.as('hasNoStartLeft'),
      sql<boolean>`application.consent_withdrawn_at is not null`.as('hasWithdrawnConsent'),
      sql<boolean>`coalesce(payable.pesewas, 0) > 0 and payable.kind = 'INCENTIVE'
        or exists (select from project.possibly_entitled_applications(${SHORT_NOTICE_HOURS}, ${OPEN_HOURS}) as entitled
          where entitled.application_id = application.application_id)`.as('keepsPlace'),
      sql<boolean>`exists (select from project.bookings as booking where booking.application_id = application.application_id
        and booking.state in (${sql.join([...MEETING_STATES, ...MARKED_STATES, 'NOBODY_CAME'])}))`.as(
        'hasMeeting',
      ),
      // The applicant may have met the researcher in an earlier booking: an absence can be corrected even
      // after a new booking.
      sql<boolean>`coalesce((select bool_or(booking.state = 'ATTENDED')
          or (array_agg(booking.state order by booking.created_at desc, booking.booking_id desc))[1] in (${sql.join(MARKED_STATES)})
        from project.bookings as booking
        where booking.application_id = application.application_id and booking.state <> 'LAPSED'), false)`.as(
        'isMarked',
      ),
    ])
    .where('application.study_id', '=', studyId)
    .where('application.application_id', '=', anyOfIds(applicationIds))
    .execute();
  return (await Promise.all([locking, reading]))[1];
}
export type ApplicationToDecide = Awaited<ReturnType<typeof lockApplications>>[number];
