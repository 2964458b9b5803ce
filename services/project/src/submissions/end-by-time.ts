import { SILENCE_HOURS, START_MINUTES, VERY_FAST_SHARE } from '@app/contracts/project/submission-choices.ts';
import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import { type RawBuilder, type Transaction, sql } from 'kysely';
import { returnToReview } from '../applications/applicants/decline-after-deletion.ts';
import { notifyPages } from '../applications/record-decision.ts';
import type { Deps } from '../deps.ts';
import { writePayables } from '../payables/payables.ts';
import type { ProjectTables } from '../schema.ts';
import { lockStudy } from '../studies/locks.ts';
import { declineFinally } from './finish-submission.ts';
import { lockLastSubmission } from './locks.ts';

type Trx = Transaction<ProjectTables>;
type EndDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>;
interface Due {
  submissionId: string | null;
  applicationId: string;
  studyId: string;
  participantId: string;
}

const BATCH = 500;
const hoursAgo = (hours: number) => sql`now() - ${hours}::int * interval '1 hour'`;

const findDue = async ({ db }: EndDeps, condition: RawBuilder<unknown>): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select submission.submission_id as "submissionId", submission.application_id as "applicationId",
      submission.study_id as "studyId", submission.participant_id as "participantId"
    from project.submissions as submission join project.studies as study using (study_id)
    where ${condition} limit ${BATCH}`.execute(db);
  return rows;
};

const isTimedOut = sql`submission.status = 'STARTED' and submission.expires_at <= now()`;

/** A person who ran out of time may start again while a place is left. */
export async function endTimedOut(deps: EndDeps): Promise<void> {
  for (const due of await findDue(deps, isTimedOut))
    await releasePlace(deps, due, async (trx) => {
      // The person may have asked for more time, or finished, since the list was read.
      const { rows } = await sql`
        update project.submissions as submission set status = 'TIMED_OUT'
        where submission_id = ${due.submissionId} and ${isTimedOut} returning 1`.execute(trx);
      return rows.length > 0;
    });
}

const hasNotStarted = sql`application.status = 'ACCEPTED' and study.survey is not null and step.at < now()
    - case study.choosing when 'AT_ONCE' then ${START_MINUTES.AT_ONCE}::int else ${START_MINUTES.AFTER_ACCEPTANCE}::int end
      * interval '1 minute'
  and not exists (select from project.submissions as live where live.application_id = application.application_id
    and live.status not in ('TIMED_OUT', 'RETURNED'))`;

export async function endNotStarted(deps: EndDeps): Promise<void> {
  const from = sql`from project.applications as application join project.studies as study using (study_id)
    join project.application_steps as step on step.step_id = application.last_step_id`;
  const { rows } = await sql<Due>`
    select application.application_id as "applicationId", application.study_id as "studyId",
      application.applicant_id as "participantId"
    ${from} where ${hasNotStarted} limit ${BATCH}`.execute(deps.db);
  for (const due of rows)
    await releasePlace(deps, due, async (trx) => {
      const still = await sql`
        select 1 ${from} where application.application_id = ${due.applicationId} and ${hasNotStarted}`.execute(
        trx,
      );
      return still.rows.length > 0;
    });
}

/** The application waits for the researcher again, also in a closed study. */
async function releasePlace(deps: EndDeps, due: Due, isDue: (trx: Trx) => Promise<boolean>): Promise<void> {
  const afterCommit = await transaction(deps.db, async (trx) => {
    const study = await lockStudy(trx, due.studyId);
    const locked = await lockLastSubmission(trx, due);
    if (!(await isDue(trx)) || locked?.applicationStatus !== 'ACCEPTED') return undefined;
    return returnToReview(deps, trx, study, due);
  });
  afterCommit?.();
}

/** A submission without a code that was very fast, and one that came too late, wait for a person. */
const isApprovedBySilence = sql`(submission.status = 'SUBMITTED' and submission.submitted_at <= ${hoursAgo(SILENCE_HOURS)}
    and (submission.outcome = 'CODE' or submission.outcome = 'NO_CODE' and submission.submitted_at - submission.started_at
      >= study.minutes * interval '1 minute' / ${VERY_FAST_SHARE}::int)
  or submission.status = 'REJECTION_REQUESTED' and submission.decided_at <= ${hoursAgo(SILENCE_HOURS)}
    and submission.outcome <> 'LATE')`;

/** Silence pays: nobody waits longer than this for a researcher or an administrator. */
export async function approveBySilence(deps: EndDeps): Promise<void> {
  const found = await findDue(deps, isApprovedBySilence);
  for (const { submissionId, applicationId, studyId, participantId } of found) {
    await transaction(deps.db, async (trx) => {
      await lockStudy(trx, studyId);
      await sql`select from project.applications where application_id = ${applicationId} for update`.execute(
        trx,
      );
      const { rows } = await sql`
        update project.submissions as submission set status = 'APPROVED', decided_at = now(), final_at = now(),
          decided_by = null, rejection_reason = null, rejection_note = null
        from project.studies as study
        where study.study_id = submission.study_id and submission_id = ${submissionId} and ${isApprovedBySilence}
        returning 1`.execute(trx);
      if (rows.length > 0) await writePayables(deps, trx, [applicationId]);
    });
    deps.openPages.notifyChanged([participantId]);
  }
}

const isLateUndecided = sql`submission.outcome = 'LATE' and (
  submission.status = 'SUBMITTED' and submission.submitted_at <= ${hoursAgo(SILENCE_HOURS)}
  or submission.status = 'REJECTION_REQUESTED' and submission.decided_at <= ${hoursAgo(SILENCE_HOURS)})`;

/** A code that came too late has no place to pay from, so silence returns the submission. */
export async function returnLate(deps: EndDeps): Promise<void> {
  for (const { submissionId, participantId } of await findDue(deps, isLateUndecided)) {
    await sql`
      update project.submissions as submission set status = 'RETURNED'
      where submission_id = ${submissionId} and ${isLateUndecided}`.execute(deps.db);
    deps.openPages.notifyChanged([participantId]);
  }
}

const isRejectionFinal = sql`submission.status = 'REJECTED' and submission.final_at <= ${hoursAgo(OPEN_HOURS)}
  and exists (select from project.applications as application
    where application.application_id = submission.application_id and application.status in ('ACCEPTED', 'PENDING'))`;

/** Ends the application, and frees its place, once the participant can no longer object to the rejection. */
export async function endRejected(deps: EndDeps): Promise<void> {
  for (const due of await findDue(deps, isRejectionFinal)) {
    const isOpenedOrFilled = await transaction(deps.db, async (trx) => {
      const study = await lockStudy(trx, due.studyId);
      const locked = await lockLastSubmission(trx, due);
      if (locked?.last?.status !== 'REJECTED') return false;
      return declineFinally(trx, study, { ...locked, reason: 'REJECTED' });
    });
    notifyPages(deps, { studyId: due.studyId, isOpenedOrFilled, userIds: [due.participantId] });
  }
}
