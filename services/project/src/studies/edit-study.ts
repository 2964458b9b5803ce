import { type Study, type StudyEdit, areAgesInOrder, type NewStudy } from '@app/contracts/project/studies.ts';
import type { editStudy as editing, createStudy as creating } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';
import { writeDraftConsent } from './ethics.ts';
import { findStudy } from './reads.ts';
import { insertStudy, updateDraft } from './write-study.ts';
import { writeNotAgain, writeOnlyThese } from './not-again.ts';
import type { OwnStudy, Versions } from './policy.ts';
import type { Deps } from '../deps.ts';
import { readCompanyName } from '../facts/ask-identity.ts';
import { holdProject } from '../projects/locks.ts';

/**
 * Creates a draft in one of the researcher's own projects, which cannot be deleted meanwhile. Where an earlier try of the
 * same call has created it, it is answered as it is.
 */
export async function createStudy(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  userId: string,
  study: NewStudy & { id: string },
  fail: Fail<(typeof creating)['errors'][number]>,
): Promise<Study> {
  const companyName = await readCompanyName(callIdentity, userId);
  return transaction(db, async (trx) => {
    if (!(await holdProject(trx, { projectId: study.projectId, userId }, 'share'))) fail('PROJECT_NOT_FOUND');
    const isNew = await insertStudy(trx, { ...study, companyName });
    const own = { studyId: study.id, userId };
    if (isNew && study.notAgain) await writeNotAgain(trx, own, study.notAgain, fail);
    if (isNew && study.onlyThese) await writeOnlyThese(trx, own, study.onlyThese, fail);
    return (await findStudy(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}

/** Changes a draft; it is held meanwhile, so that of two who change different things neither undoes the other's. */
export async function editStudy(
  db: Db,
  own: OwnStudy,
  edit: StudyEdit,
  ifMatch: Versions,
  fail: Fail<(typeof editing)['errors'][number]>,
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
