import { sql } from 'kysely';
import type { Application, takeBackConsent as endpoint } from '@app/contracts/project/applications.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { insertNotification } from '../../inbox/insert-notification.ts';
import type { Db } from '../../schema.ts';
import { holdStudyRow } from '../../studies/change-places.ts';
import { eraseAnswersTakenBack } from '../erase-answers.ts';
import { findOwnApplication, findResearcherOf } from './list-applications.ts';
import { leaveStudy, tellLeft } from './withdraw-application.ts';

/**
 * Takes the consent back: as a withdrawal where they were not met yet, and their answers, and what the researcher wrote of
 * them, are erased in any state. Whoever was met is paid as before. A second call changes nothing.
 */
export async function takeBackConsent(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages' | 'openStudyCounts'>,
  own: { applicationId: string; applicantId: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Application> {
  const about = (await findResearcherOf(deps.db, own)) ?? fail('APPLICATION_NOT_FOUND');
  const left = await transaction(deps.db, async (trx) => {
    const study = await holdStudyRow(trx, about.studyId);
    const erased = await eraseAnswersTakenBack(trx, own);
    if (!erased) return undefined;
    await noteEvent(trx, 'CONSENT_TAKEN_BACK', { userId: own.applicantId, about: about.applicationId });
    // Where none was asked there is nothing to tell of; leaving is told of as by any withdrawal.
    if (about.researcherId !== null && erased.hadAgreed) {
      await insertNotification(trx, {
        userId: about.researcherId,
        key: `consent-taken-back:${about.applicationId}`,
        kind: 'CONSENT_TAKEN_BACK',
        params: { studyId: about.studyId, study: about.studyName, applicationId: about.applicationId },
      });
    }
    const ended = (await hasMet(trx, own.applicationId))
      ? undefined
      : await leaveStudy(deps, trx, study, own);
    return ended ?? { concerned: [], isOpened: false };
  });
  if (left) tellLeft(deps, about, left);
  return (await findOwnApplication(deps.db, own.applicantId, own)) ?? fail('APPLICATION_NOT_FOUND');
}

/** Asked once the application is held, so that no mark is made meanwhile. A mark that is not final may still be undone. */
async function hasMet(trx: Db, applicationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from project.bookings where application_id = ${applicationId} and starts_at <= now()
      and (state in ('BOOKED', 'CONFIRMED', 'ATTENDED') or final_at > now()) limit 1`.execute(trx);
  return rows.length > 0;
}
