import { sql } from 'kysely';
import type { Application, agreeToConsent as endpoint } from '@app/contracts/project/applications.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../../deps.ts';
import { queueConsentLetter } from '../consent/write-consent-letters.ts';
import { findOwnApplication } from './list-applications.ts';

/**
 * Agrees to a study's present text. One that is written at the same moment is asked for again: they have agreed to the one that they
 * read. Who has withdrawn, or taken their consent back, has nothing to agree to.
 */
export async function agreeToConsent(
  { db, jobs, openPages }: Pick<Deps, 'db' | 'jobs' | 'openPages'>,
  own: { applicationId: string; applicantId: string; version: number },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Application> {
  const researcherId = await transaction(db, async (trx) => {
    const { rows } = await sql<{ researcherId: string }>`
      update project.applications as application
      set consent_version = study.consent_version, consented_at = now()
      from project.studies as study join project.projects as project using (project_id)
      where application.application_id = ${own.applicationId} and application.applicant_id = ${own.applicantId}
        and study.study_id = application.study_id and study.consent_version = ${own.version}
        and application.consent_version < study.consent_version and application.consent_taken_back_at is null
        and application.status in ('PENDING', 'ACCEPTED')
      returning project.creator_id as "researcherId"`.execute(trx);
    const [agreed] = rows;
    if (agreed) await queueConsentLetter({ jobs }, trx, own);
    return agreed?.researcherId;
  });
  if (researcherId) openPages.notifyMoved([own.applicantId, researcherId]);
  const application = (await findOwnApplication(db, own.applicantId, own)) ?? fail('APPLICATION_NOT_FOUND');
  if (application.status === 'DECLINED') return fail('APPLICATION_IS_DECLINED');
  const isPresent = application.consent.version === own.version && application.asksConsent === null;
  const isDone = isPresent || application.status === 'WITHDRAWN' || application.consent.takenBackAt !== null;
  return isDone ? application : fail('CONSENT_NEEDED');
}
