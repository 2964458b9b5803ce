import { randomUUID } from 'node:crypto';
import type { DisputeDetails } from '@app/contracts/project/admin-disputes.ts';
import type { OwnSubmission, appealRejection as endpoint } from '@app/contracts/project/submissions.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { sql } from 'kysely';
import { recordEvent } from '../audit.ts';
import { notify } from '../notifications/notify.ts';
import type { Deps } from '../deps.ts';
import { queueEmails } from '../emails/queue-email.ts';
import { writePayables } from '../payables/write-payables.ts';
import type { Db } from '../schema.ts';
import { lockStudy } from '../studies/locks.ts';
import { lockLastSubmission } from './locks.ts';
import { readSubmission } from './reads.ts';
import { reservePlace } from './start-submission.ts';

interface Dispute {
  studyId: string;
  participantId: string;
  researcherId: string;
  study: string;
  publicName: string;
  isLate: boolean;
  isAppealed: boolean;
  isForAdmin: boolean;
}

async function findDispute(db: Db, submissionId: string): Promise<Dispute | undefined> {
  const { rows } = await sql<Dispute>`
    select study_id as "studyId", participant_id as "participantId", researcher_id as "researcherId",
      study_name as study, public_name as "publicName", outcome = 'LATE' as "isLate",
      appealed_at is not null as "isAppealed", is_for_admin as "isForAdmin"
    from project.submission_details where submission_id = ${submissionId}`.execute(db);
  return rows[0];
}

/** A scheduled job notifies the admin. */
export async function appealRejection(
  deps: Pick<Deps, 'db' | 'config'>,
  own: { submissionId: string; participantId: string; statement: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<OwnSubmission> {
  const { submissionId, participantId, statement } = own;
  const found = await findDispute(deps.db, submissionId);
  if (found?.participantId !== participantId) return fail('SUBMISSION_NOT_FOUND');
  await transaction(deps.db, async (trx) => {
    // If the application is declined in the meantime, its place is free, and an appeal is not possible any
    // more.
    const locked = await lockLastSubmission(trx, found);
    const { rows } = await sql`
      update project.submissions as submission set appeal_text = ${statement}, appealed_at = now()
      where submission_id = ${submissionId} and project.appeal_until(submission) is not null
        and ${locked?.applicationStatus !== 'DECLINED'} returning 1`.execute(trx);
    if (rows.length === 0 && !(await findDispute(trx, submissionId))?.isAppealed) fail('NOTHING_TO_REPORT');
  });
  return readSubmission(deps, deps.db, submissionId);
}

interface AdminDecision {
  id: string;
  decision: 'APPROVED' | 'REJECTED';
  reason: string;
  by: string;
}
type CommandDeps = Pick<Deps, 'db' | 'jobs'>;

/** Returns false if the submission does not wait for an admin. */
export async function decideSurveyDispute(
  deps: CommandDeps,
  { id, decision, reason, by }: AdminDecision,
): Promise<boolean | 'NO_PLACE_LEFT'> {
  const found = await findDispute(deps.db, id);
  if (!found) return false;
  return transaction(deps.db, async (trx) => {
    const study = await lockStudy(trx, found.studyId);
    const locked = await lockLastSubmission(trx, found);
    if (!locked || !(await findDispute(trx, id))?.isForAdmin) return false;
    const isApproved = decision === 'APPROVED';
    if (isApproved && found.isLate && !(await reservePlace(trx, study, locked)).isTaken)
      return 'NO_PLACE_LEFT';
    await sql`
      update project.submissions set status = ${decision}, decided_at = now(), final_at = now(),
        admin_decided_at = now(), admin_reason = ${reason}, admin_name = ${by},
        rejection_reason = case when not ${isApproved}::boolean then rejection_reason end,
        rejection_note = case when not ${isApproved}::boolean then rejection_note end
      where submission_id = ${id}`.execute(trx);
    await writePayables(deps, trx, [locked.applicationId]);
    await recordEvent(trx, 'DISPUTE_DECIDED', { about: `${by}: ${id}` });
    const { studyId, participantId, researcherId, publicName, study: name } = found;
    const notice = { kind: 'SURVEY_DECIDED', emailKind: 'SURVEY_DECIDED', about: id } as const;
    await notify(deps, trx, [
      { ...notice, userId: participantId, params: { studyId, study: publicName } },
      { ...notice, userId: researcherId, params: { studyId, study: name } },
    ]);
    return true;
  });
}

/** If the submission was approved, there is no reason for a rejection. */
export async function readSurveyDispute(db: Db, id: string): Promise<DisputeDetails | undefined> {
  const { rows } = await sql<DisputeDetails>`
    select participant_id as "participantId", researcher_id as "researcherId", participant_code as "participantCode",
      incentive, null as "startsAt", null as "reportKind", null as marked, rejection_reason as "rejectionReason",
      coalesce(appeal_text, note) as "participantText", rejection_note as "researcherText", admin_reason as "decisionReason",
      case when admin_decided_at is not null then
        case status when 'APPROVED' then 'PARTICIPANT' else 'RESEARCHER' end end as decision,
      (select json_agg(json_build_object('at', at, 'event', event) order by at) from (values
        (started_at, 'STARTED'), (submitted_at, 'SUBMITTED'),
        (case when admin_decided_at is null then decided_at end, status), (appealed_at, 'APPEALED'),
        (admin_decided_at, status)) as step (at, event) where at is not null) as history
    from project.submission_details where submission_id = ${id}`.execute(db);
  return rows[0];
}

/** For commands of `npm run admin`. The results contain no names and texts. */
export function createSurveyDisputeCommands(deps: CommandDeps) {
  return {
    async list(most: number) {
      const { rows } = await sql<{ id: string; studyName: string; startsAt: null; openHours: number }>`
        select submission_id as id, study_name as "studyName", null as "startsAt",
          floor(extract(epoch from now() - coalesce(appealed_at, final_at)) / 3600)::int as "openHours"
        from project.submission_details where is_for_admin
        order by coalesce(appealed_at, final_at) limit ${most}`.execute(deps.db);
      return rows;
    },

    async sendAgain(id: string): Promise<boolean> {
      const found = await findDispute(deps.db, id);
      if (!found?.isForAdmin) return false;
      const about = `${id}:${randomUUID()}`;
      await transaction(deps.db, (trx) =>
        queueEmails(deps, trx, [{ userId: found.researcherId, kind: 'SURVEY_DISPUTED', about }]),
      );
      return true;
    },

    decide: (given: AdminDecision) => decideSurveyDispute(deps, given),
  };
}
