import { type Study, type StudyEdit, areAgesInOrder } from '@app/contracts/project/studies.ts';
import type { editStudy as endpoint } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';
import { findStudy } from './find-study.ts';
import { writeNotAgain, writeOnlyThese } from './not-again.ts';
import type { OwnStudy, Versions } from './policy.ts';
import { updateDraft } from './queries.ts';
import { writeDraftConsent } from './write-consent.ts';

/** Changes a draft; it is held meanwhile, so that of two who change different things neither undoes the other's. */
export async function editStudy(
  db: Db,
  own: OwnStudy,
  edit: StudyEdit,
  ifMatch: Versions,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<Study> {
  return transaction(db, async (trx) => {
    const stored = await findStudy(trx, own, { isHeld: true });
    if (!stored) return fail('STUDY_NOT_FOUND');
    if (stored.state !== 'DRAFT') return fail(`STUDY_IS_${stored.state}`);
    const study: Study & StudyEdit = Object.assign({}, stored, edit);
    if (!areAgesInOrder(study)) {
      fail('INVALID_INPUT', [{ rule: 'maximumAgeMoreThanMinimum', field: 'maximumAge' }]);
    }
    if (!(await updateDraft(trx, own, study, ifMatch))) fail('STALE');
    if (edit.consentText !== undefined) await writeDraftConsent(trx, stored.id, edit.consentText);
    if (edit.notAgain !== undefined) await writeNotAgain(trx, own, edit.notAgain, fail);
    if (edit.onlyThese !== undefined) await writeOnlyThese(trx, own, edit.onlyThese, fail);
    return (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}
