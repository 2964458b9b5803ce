import { validation } from '@app/contracts/messages/validation.ts';
import type { Study, StudyPublish } from '@app/contracts/project/studies.ts';
import { minuteOfLabel } from '@app/contracts/time-slots.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { readCompanyName } from '../people/ask-identity.ts';
import { insertSlots } from './insert-slots.ts';
import { findStudy, updatePublished } from './queries.ts';

/**
 * Publishes a draft whole: its plan, and the instants that follow from it. The same plan a second time answers the
 * study as it stands; another plan is STUDY_NOT_DRAFT (D-27). A plan whose instants are all past is refused.
 */
export async function publishStudy(
  { db, callIdentity, openStudyCounts }: Pick<Deps, 'db' | 'callIdentity' | 'openStudyCounts'>,
  own: { studyId: string; userId: string },
  given: StudyPublish,
  fail: Fail<'STUDY_NOT_FOUND' | 'STUDY_NOT_DRAFT' | 'INVALID_INPUT'>,
): Promise<Study> {
  const plan = inOrder(given);
  const companyName = await readCompanyName(callIdentity, own.userId);
  const isPublishedNow = await transaction(db, async (trx) => {
    if (!(await updatePublished(trx, own, { ...plan, companyName }))) return false;
    const minutes = plan.availableTimes.map(minuteOf);
    if ((await insertSlots(trx, own.studyId, { days: plan.availableDates, minutes })) === 0) {
      fail('INVALID_INPUT', [{ message: validation.datePast, field: 'availableDates' }]);
    }
    return true;
  });
  if (isPublishedNow) openStudyCounts.forget();
  const study = await findStudy(db, own);
  if (!study) return fail('STUDY_NOT_FOUND');
  return isPublishedNow || (study.state === 'PUBLISHED' && hasPlan(study, plan))
    ? study
    : fail('STUDY_NOT_DRAFT');
}

/** Days and times in their natural order: two plans with the same ones are one plan. */
function inOrder(plan: StudyPublish): StudyPublish {
  return {
    ...plan,
    availableDates: plan.availableDates.toSorted(),
    availableTimes: plan.availableTimes.toSorted((a, b) => minuteOf(a) - minuteOf(b)),
  };
}

function hasPlan(study: Study, plan: StudyPublish): boolean {
  return (
    study.durationInMinutes === plan.durationInMinutes &&
    study.desiredNumberOfParticipants === plan.desiredNumberOfParticipants &&
    study.availableDates.join() === plan.availableDates.join() &&
    study.availableTimes.join() === plan.availableTimes.join()
  );
}

export function minuteOf(label: string): number {
  const minute = minuteOfLabel(label);
  if (minute === undefined) throw new Error('The contract lets only time labels in');
  return minute;
}
