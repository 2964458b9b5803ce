import { sql } from 'kysely';
import type * as contract from '@app/contracts/project/applications.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import { insertNotification } from '../../notifications/write-notifications.ts';
import { queueEmails } from '../../emails/queue-email.ts';
import type { Db } from '../../schema.ts';
import { lockStudy } from '../../studies/locks.ts';
import { eraseAnswersOfWithdrawnConsent } from '../erase-answers.ts';
import { findOwnApplication, findApplicationResearcher } from '../reads.ts';
import { withdrawFromStudy, notifyOfWithdrawal } from './withdraw-application.ts';

/** Fails if the participant has read another version, or has withdrawn. */
export async function agreeToConsent(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  own: { applicationId: string; applicantId: string; version: number },
  fail: Fail<(typeof contract.agreeToConsent)['errors'][number]>,
): Promise<contract.Application> {
  const researcherId = await transaction(db, async (trx) => {
    const { rows } = await sql<{ researcherId: string }>`
      update project.applications as application
      set consent_version = study.consent_version, consented_at = now()
      from project.studies as study join project.projects as project using (project_id)
      where application.application_id = ${own.applicationId} and application.applicant_id = ${own.applicantId}
        and study.study_id = application.study_id and study.consent_version = ${own.version}
        and application.consent_version < study.consent_version and application.consent_withdrawn_at is null
        and application.status in ('PENDING', 'ACCEPTED')
      returning project.creator_id as "researcherId"`.execute(trx);
    const [agreed] = rows;
    if (agreed) {
      const { applicationId, applicantId: userId, version } = own;
      await queueEmails({ jobs }, trx, [
        { userId, kind: 'CONSENT_GIVEN', about: `${applicationId}:${version}` },
      ]);
    }
    return agreed?.researcherId;
  });
  if (researcherId) openPages.notifyChanged([own.applicantId, researcherId]);
  const application = (await findOwnApplication(db, own.applicantId, own)) ?? fail('APPLICATION_NOT_FOUND');
  if (application.status === 'DECLINED') return fail('APPLICATION_IS_DECLINED');
  const isPresent = application.consent.version === own.version && application.asksConsent === null;
  const isDone = isPresent || application.status === 'WITHDRAWN' || application.consent.withdrawnAt !== null;
  return isDone ? application : fail('CONSENT_NEEDED');
}

/**
 * Withdraws the consent and also the application, unless the meeting took place and must be paid. Answers and
 * remarks are always erased. A repeated call changes nothing.
 */
export async function withdrawConsent(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  own: { applicationId: string; applicantId: string },
  fail: Fail<(typeof contract.withdrawConsent)['errors'][number]>,
): Promise<contract.Application> {
  const about = (await findApplicationResearcher(deps.db, own)) ?? fail('APPLICATION_NOT_FOUND');
  const left = await transaction(deps.db, async (trx) => {
    const study = await lockStudy(trx, about.studyId);
    const erased = await eraseAnswersOfWithdrawnConsent(trx, own);
    if (!erased) return undefined;
    await recordEvent(trx, 'CONSENT_WITHDRAWN', { userId: own.applicantId, about: about.applicationId });
    // If the application is withdrawn too, its own notification is enough.
    if (about.researcherId !== null && erased.hadAgreed) {
      await insertNotification(trx, {
        userId: about.researcherId,
        key: `consent-withdrawn:${about.applicationId}`,
        kind: 'CONSENT_WITHDRAWN',
        params: { studyId: about.studyId, study: about.studyName, applicationId: about.applicationId },
      });
    }
    const ended = (await hasHadMeeting(trx, own.applicationId))
      ? undefined
      : await withdrawFromStudy(deps, trx, study, own);
    return ended ?? { usersToUpdate: [], isOpened: false };
  });
  if (left) notifyOfWithdrawal(deps, about, left);
  return (await findOwnApplication(deps.db, own.applicantId, own)) ?? fail('APPLICATION_NOT_FOUND');
}

/**
 * The caller must lock the application. A mark counts only if it is final. A finished survey counts always.
 */
async function hasHadMeeting(trx: Db, applicationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from project.bookings where application_id = ${applicationId} and starts_at <= now()
      and (state in ('BOOKED', 'CONFIRMED', 'ATTENDED') or final_at > now())
    union all
    select from project.submissions where application_id = ${applicationId}
      and status not in ('STARTED', 'TIMED_OUT', 'RETURNED') limit 1`.execute(trx);
  return rows.length > 0;
}
