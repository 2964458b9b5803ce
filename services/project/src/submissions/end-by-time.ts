import { SILENCE_HOURS, VERY_FAST_SHARE } from '@app/contracts/project/submission-choices.ts';
import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import { runForEach } from '@app/kit/job-steps.ts';
import { type RawBuilder, type Transaction, sql } from 'kysely';
import { returnToReview } from '../applications/applicants/return-to-review.ts';
import { updateOpenPages } from '../applications/notify-of-decision.ts';
import type { Deps } from '../deps.ts';
import { writePayables } from '../payables/write-payables.ts';
import type { ProjectTables } from '../schema.ts';
import { SETTLEMENTS } from '../studies/delete-project.ts';
import { lockStudy } from '../studies/locks.ts';
import { declineFinally } from './finish-submission.ts';
import { lockLastSubmission } from './locks.ts';
import { hasNoResearcher, surveyDeadlines } from './reads.ts';

type Trx = Transaction<ProjectTables>;
type EndDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>;
interface Due {
  submissionId: string | null;
  applicationId: string;
  studyId: string;
  participantId: string;
}

const BATCH = 500;
const toApplicationId = ({ applicationId }: Due) => applicationId;
const hoursAgo = (hours: number) => sql`now() - ${hours}::int * interval '1 hour'`;

const findDue = async ({ db }: EndDeps, condition: RawBuilder<unknown>): Promise<Due[]> => {
  const { rows } = await sql<Due>`
    select submission.submission_id as "submissionId", submission.application_id as "applicationId",
      submission.study_id as "studyId", submission.participant_id as "participantId"
    from project.submissions as submission join project.studies as study using (study_id)
    where ${condition} limit ${BATCH}`.execute(db);
  return rows;
};

const isStill = async (trx: Trx, { submissionId }: Due, condition: RawBuilder<unknown>): Promise<boolean> =>
  (
    await sql`select 1 from project.submissions as submission where submission_id = ${submissionId} and ${condition}`.execute(
      trx,
    )
  ).rows.length > 0;

const isTimedOut = sql`submission.status = 'STARTED' and submission.expires_at <= now()`;

/** If the time ran out, the person may start again while there is a place. */
export async function endTimedOutSubmissions(deps: EndDeps): Promise<void> {
  await runForEach(await findDue(deps, isTimedOut), toApplicationId, (due) =>
    releasePlace(deps, due, async (trx) => {
      // After the list was read, the person may have finished or asked for more time.
      const { rows } = await sql`
        update project.submissions as submission set status = 'TIMED_OUT'
        where submission_id = ${due.submissionId} and ${isTimedOut} returning 1`.execute(trx);
      return rows.length > 0;
    }),
  );
}

export async function endUnusedPlaces(deps: EndDeps): Promise<void> {
  const { rows } = await sql<Due>`
    select null as "submissionId", application_id as "applicationId", study_id as "studyId", participant_id as "participantId"
    from ${surveyDeadlines} as place where not is_started and until < now() limit ${BATCH}`.execute(deps.db);
  await runForEach(rows, toApplicationId, (due) =>
    releasePlace(deps, due, async (trx) => {
      const still = await sql`
        select 1 from ${surveyDeadlines} as place
        where application_id = ${due.applicationId} and not is_started and until < now()`.execute(trx);
      return still.rows.length > 0;
    }),
  );
}

/** The application then waits for the researcher again, even if the study is closed. */
async function releasePlace(deps: EndDeps, due: Due, isDue: (trx: Trx) => Promise<boolean>): Promise<void> {
  const afterCommit = await transaction(deps.db, async (trx) => {
    const study = await lockStudy(trx, due.studyId);
    const locked = await lockLastSubmission(trx, due);
    if (!(await isDue(trx)) || locked?.applicationStatus !== 'ACCEPTED') return undefined;
    const afterwards = await returnToReview(deps, trx, study, due);
    const { projectId } = locked;
    // If the project is deleted, no one would decide on these applicants. So they are declined.
    if (locked.isDeleted) await deps.jobs.send(trx, SETTLEMENTS, { projectId }, { key: projectId });
    return afterwards;
  });
  afterCommit?.();
}

/** A very fast submission without a code waits for its researcher. A late one waits for a place. */
const isApprovedBySilence = sql`(submission.status = 'SUBMITTED' and submission.submitted_at <= ${hoursAgo(SILENCE_HOURS)}
    and (submission.outcome = 'CODE' or submission.outcome = 'NO_CODE' and (${hasNoResearcher}
      or submission.submitted_at - submission.started_at >= study.minutes * interval '1 minute' / ${VERY_FAST_SHARE}::int))
  or submission.status = 'REJECTION_REQUESTED' and submission.decided_at <= ${hoursAgo(SILENCE_HOURS)}
    and submission.outcome <> 'LATE')`;

/**
 * If no one decides, the submission is approved and paid. So no one waits longer than this for a researcher
 * or an admin.
 */
export async function approveUnansweredSubmissions(deps: EndDeps): Promise<void> {
  const found = await findDue(deps, isApprovedBySilence);
  await runForEach(
    found,
    toApplicationId,
    async ({ submissionId, applicationId, studyId, participantId }) => {
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
    },
  );
}

const isLateUndecided = sql`submission.outcome = 'LATE' and (
  submission.status = 'SUBMITTED' and submission.submitted_at <= ${hoursAgo(SILENCE_HOURS)}
  or submission.status = 'REJECTION_REQUESTED' and submission.decided_at <= ${hoursAgo(SILENCE_HOURS)})`;

/** A late code has no place to be paid from. If no one decides, it is returned. */
export async function returnLateSubmissions(deps: EndDeps): Promise<void> {
  const found = await findDue(deps, isLateUndecided);
  await runForEach(found, toApplicationId, async ({ submissionId, participantId }) => {
    await sql`
      update project.submissions as submission
      set status = 'RETURNED', final_at = null, rejection_reason = null, rejection_note = null
      where submission_id = ${submissionId} and ${isLateUndecided}`.execute(deps.db);
    deps.openPages.notifyChanged([participantId]);
  });
}

/**
 * No one can object any more, because the time is over or an admin has decided. Old rejections ended long
 * ago, so the index leaves them out.
 */
const isRejectionFinal = sql`submission.status = 'REJECTED' and submission.final_at > now() - interval '14 days'
  and not project.is_undecided(submission, ${OPEN_HOURS}::int)
  and exists (select from project.applications as application
    where application.application_id = submission.application_id and application.status in ('ACCEPTED', 'PENDING'))`;

/**
 * When the participant can no longer object to the rejection, the application ends and its place becomes
 * free.
 */
export async function endRejectedSubmissions(deps: EndDeps): Promise<void> {
  await runForEach(await findDue(deps, isRejectionFinal), toApplicationId, async (due) => {
    const isOpenedOrFilled = await transaction(deps.db, async (trx) => {
      const study = await lockStudy(trx, due.studyId);
      const locked = await lockLastSubmission(trx, due);
      // After the list was read, the person may have objected.
      if (!locked || !(await isStill(trx, due, isRejectionFinal))) return false;
      return declineFinally(trx, study, { ...locked, reason: 'REJECTED' });
    });
    updateOpenPages(deps, { studyId: due.studyId, isOpenedOrFilled, userIds: [due.participantId] });
  });
}
