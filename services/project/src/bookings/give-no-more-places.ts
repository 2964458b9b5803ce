import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { endStudyMoney as endpoint } from '@app/contracts/project/study-money.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Db } from '../schema.ts';
import { holdAnyStudy, withholdPlaces } from '../studies/change-places.ts';
import { findStudyMoney } from './reading/study-money.ts';

/**
 * Whether somebody can still come to be owed for a study, before its budget is closed. Where nobody can, nobody gets a
 * place either until the clock (cron job) has noted that the money is back.
 */
export async function giveNoMorePlaces(
  db: Db,
  studyId: string,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ReplyOf<typeof endpoint>> {
  return transaction(db, async (trx) => {
    await holdAnyStudy(trx, studyId);
    const money = (await findStudyMoney(trx, studyId)) ?? fail('STUDY_NOT_FOUND');
    if (!money.isOpen && !money.isDraft) await withholdPlaces(trx, studyId);
    return money;
  });
}
