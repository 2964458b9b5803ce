import { sql } from 'kysely';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import * as contract from '@app/contracts/project/study-money.ts';
import { anyOf, transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Route } from '@app/kit/route.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../schema.ts';
import { addPlaces } from '../studies/add-places.ts';
import { holdAnyStudy, withholdPlaces } from '../studies/change-places.ts';
import { studiesRestorableSince } from '../studies/deleting/soft-delete.ts';

/** Who pays for a study, deleted or not, and whether a participant can still become entitled to its money. */
async function findStudyMoney(
  db: Db,
  studyId: string,
): Promise<ReplyOf<typeof contract.readStudyMoney> | undefined> {
  return db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .select([
      'project.creator_id as researcherId',
      sql<number>`study.incentive * 100`.as('incentiveInPesewas'),
      sql<boolean>`study.state = 'CLOSED'`.as('isClosed'),
      sql<boolean>`study.deleted_at is not null`.as('isDeleted'),
      sql<boolean>`exists (select from project.reasons_to_keep_budget(
        study.study_id, ${OPEN_HOURS}::int, ${studiesRestorableSince()}))`.as('isOpen'),
    ])
    .where('study.study_id', '=', studyId)
    .executeTakeFirst();
}

/**
 * Whether a participant can still become entitled to money of a study, before its budget is closed. If not, no place is
 * given and a draft is not published until the scheduled job has recorded the refund.
 */
async function endStudyMoney(
  db: Db,
  studyId: string,
  fail: Fail<(typeof contract.endStudyMoney)['errors'][number]>,
): Promise<ReplyOf<typeof contract.endStudyMoney>> {
  return transaction(db, async (trx) => {
    await holdAnyStudy(trx, studyId);
    const money = (await findStudyMoney(trx, studyId)) ?? fail('STUDY_NOT_FOUND');
    if (!money.isOpen) await withholdPlaces(trx, studyId);
    return money;
  });
}

/** Calls of the payment service about the money of a study. */
export function moneyRoutes(route: Route, deps: Deps): void {
  const { db } = deps;

  route(
    contract.readStudyMoney,
    async ({ params, fail }) => (await findStudyMoney(db, params.id)) ?? fail('STUDY_NOT_FOUND'),
  );

  route(contract.readStudyNames, ({ body }) =>
    db
      .selectFrom('project.studies')
      .select(['study_id as studyId', 'name', 'public_name as publicName'])
      .where('study_id', '=', anyOf(body.studyIds))
      .execute(),
  );

  route(contract.givePaidPlaces, async ({ params, body, fail }) => {
    const { researcherId } = (await findStudyMoney(db, params.id)) ?? fail('STUDY_NOT_FOUND');
    const wanted = { desiredNumberOfParticipants: body.places };
    const own = { studyId: params.id, userId: researcherId };
    await addPlaces(deps, own, { body: wanted, ifMatch: undefined }, fail);
  });

  route(contract.endStudyMoney, async ({ params, fail }) => endStudyMoney(db, params.id, fail));
}
