import { randomUUIDv7 } from 'node:crypto';
import { notices } from '@app/contracts/messages/notices.ts';
import { validation } from '@app/contracts/messages/validation.ts';
import type {
  Application,
  StudyApplication,
  applyToStudy as endpoint,
} from '@app/contracts/project/applications.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { findShownStudy } from '../browsing/queries.ts';
import type { Deps } from '../deps.ts';
import { insertNotification } from '../notifications/queries.ts';
import { unmetRequirements } from '../people/facts.ts';
import type { StudyState } from '../schema.ts';
import { findState } from '../studies/queries.ts';
import { insertApplication } from './queries.ts';
import { judgeResponses } from './judge-responses.ts';

/**
 * One application per participant and study, with a notification to its researcher. Everything that cannot change once
 * a study is published is checked before; whether it is still open and whether this is the first application is
 * decided in the transaction.
 */
export async function applyToStudy(
  { db, readFacts }: Pick<Deps, 'db' | 'readFacts'>,
  { studyId, applicantId }: { studyId: string; applicantId: string },
  responses: StudyApplication['responses'],
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Application> {
  const study = await findShownStudy(db, studyId, applicantId);
  if (!study) return fail('STUDY_NOT_FOUND');
  if (study.state === 'CLOSED') return fail('STUDY_NOT_OPEN');
  const facts = await readFacts(applicantId);
  if (!facts) return fail('PROFILE_MISSING');
  if (unmetRequirements(study, facts).length > 0) return fail('STUDY_DOES_NOT_FIT');
  if (study.hasApplied) return fail('ALREADY_APPLIED');
  const isQualified = judgeResponses(study.screeners, responses);
  if (isQualified === undefined) {
    return fail('INVALID_INPUT', [{ message: validation.answerEveryQuestion, field: 'responses' }]);
  }

  const id = randomUUIDv7();
  const appliedAt = await transaction(db, async (trx) => {
    const application = { id, studyId: study.id, applicantId, responses, isQualified };
    const insertedAt = await insertApplication(trx, application);
    if (!insertedAt) return fail(whyNot(await findState(trx, study.id)));
    await insertNotification(trx, {
      userId: study.creatorId,
      key: `applied:${id}`,
      message: notices.newApplicant(study.name),
      path: `/dashboard/study-applicants/${study.id}`,
    });
    return insertedAt;
  });
  const { publicName, companyName, durationInMinutes, availableDates } = study;
  return {
    id,
    applicantId,
    status: 'PENDING',
    responses,
    appliedAt: appliedAt.toISOString(),
    study: { id: study.id, publicName, companyName, durationInMinutes, availableDates, isOpen: true },
  };
}

function whyNot(state: StudyState | undefined) {
  if (state === undefined) return 'STUDY_NOT_FOUND';
  return state === 'PUBLISHED' ? 'ALREADY_APPLIED' : 'STUDY_NOT_OPEN';
}
