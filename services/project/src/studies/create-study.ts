import { randomUUIDv7 } from 'node:crypto';
import type { NewStudy, Study } from '@app/contracts/project/studies.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Deps } from '../deps.ts';
import { readCompanyName } from '../people/ask-identity.ts';
import { holdProject } from '../projects/queries.ts';
import { findStudy, insertStudy } from './queries.ts';

/** Creates a draft in one of the researcher's own projects, which cannot be deleted meanwhile. */
export async function createStudy(
  { db, callIdentity }: Pick<Deps, 'db' | 'callIdentity'>,
  userId: string,
  study: NewStudy,
  fail: Fail<'PROJECT_NOT_FOUND'>,
): Promise<Study> {
  const companyName = await readCompanyName(callIdentity, userId);
  const studyId = randomUUIDv7();
  return transaction(db, async (trx) => {
    if (!(await holdProject(trx, { projectId: study.projectId, userId }, 'share'))) fail('PROJECT_NOT_FOUND');
    await insertStudy(trx, { ...study, id: studyId, companyName });
    const created = await findStudy(trx, { studyId, userId });
    if (!created) throw new Error('A study that was just written is not there');
    return created;
  });
}
