import type { NewStudy, Study } from '@app/contracts/project/studies.ts';
import type { createStudy as endpoint } from '@app/contracts/project/study-calls.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { readCompanyName } from '../facts/ask-identity.ts';
import { holdProject } from '../projects/hold-project.ts';
import { findStudy } from './find-study.ts';
import { insertStudy } from './insert-study.ts';
import { writeNotAgain, writeOnlyThese } from './not-again.ts';

/**
 * Creates a draft in one of the researcher's own projects, which cannot be deleted meanwhile. Where an earlier try of the
 * same call has created it, it is answered as it is.
 */
export async function createStudy(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  userId: string,
  study: NewStudy & { id: string },
  fail: Fail<(typeof endpoint)['errors'][number]>,
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
