import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { readStudyMoney, endStudyMoney as endpoint } from '@app/contracts/project/study-money.ts';
import { OPEN_HOURS } from '@app/contracts/project/meeting-choices.ts';
import { anyOf, transaction } from '@app/kit/database.ts';
import { sql } from 'kysely';
import type { Db } from '../../schema.ts';
import { LIVE } from '../states.ts';
import type { Fail } from '@app/kit/problem.ts';
import { holdAnyStudy, withholdPlaces } from '../../studies/change-places.ts';
import { studiesRestorableSince } from '../../studies/deleting/soft-delete.ts';

/** Who pays for a study, deleted or not, and whether somebody can still come to be owed for it. */
export async function findStudyMoney(
  db: Db,
  studyId: string,
): Promise<ReplyOf<typeof readStudyMoney> | undefined> {
  const since = sql<Date>`now() - ${OPEN_HOURS}::int * interval '1 hour'`;
  return db
    .selectFrom('project.studies as study')
    .innerJoin('project.projects as project', 'project.project_id', 'study.project_id')
    .where('study.study_id', '=', studyId)
    .select((eb) => [
      'project.creator_id as researcherId',
      sql<number>`study.incentive * 100`.as('incentiveInPesewas'),
      sql<boolean>`study.state = 'CLOSED'`.as('isClosed'),
      sql<boolean>`study.deleted_at is not null`.as('isDeleted'),
      // A study without pay owes nobody.
      eb('study.incentive', '>', 0)
        .and(
          eb.or([
            eb.and([
              eb('study.state', 'in', ['PUBLISHED', 'PAUSED']),
              eb.or([
                eb('study.deleted_at', 'is', null),
                eb('study.deleted_at', '>', studiesRestorableSince()),
              ]),
            ]),
            // In a closed study the accepted go on choosing a time, and those who wait can still be accepted.
            eb.and([
              eb.exists(
                eb
                  .selectFrom('project.study_slots as slot')
                  .select('slot.study_id')
                  .whereRef('slot.study_id', '=', 'study.study_id')
                  .where('slot.seats', '>', 0)
                  .where('slot.starts_at', '>', sql<Date>`now()`),
              ),
              eb.exists(
                eb
                  .selectFrom('project.applications as application')
                  .select('application.application_id')
                  .whereRef('application.study_id', '=', 'study.study_id')
                  .where('application.status', 'in', ['PENDING', 'ACCEPTED'])
                  .where((application) =>
                    application.not(
                      application.exists(
                        application
                          .selectFrom('project.dues as owed')
                          .select('owed.application_id')
                          .whereRef('owed.application_id', '=', 'application.application_id')
                          .where('owed.pesewas', '>', 0),
                      ),
                    ),
                  ),
              ),
            ]),
            eb.exists(
              eb
                .selectFrom('project.dues as due')
                .select('due.application_id')
                .whereRef('due.study_id', '=', 'study.study_id')
                .whereRef('due.sent_version', '<', 'due.version'),
            ),
            eb.exists(
              eb
                .selectFrom('project.bookings as booking')
                .select('booking.booking_id')
                .whereRef('booking.study_id', '=', 'study.study_id')
                .where((booking) =>
                  booking.or([
                    booking('booking.state', 'in', LIVE),
                    // An absence may be disputed.
                    booking('booking.final_at', '>', since),
                    booking('booking.ends_at', '>', since),
                    booking.and([
                      booking('booking.reported_at', 'is not', null),
                      booking('booking.decided_at', 'is', null),
                      // A mark that agrees with the report settles it.
                      booking('booking.state', 'in', ['NO_SHOW', 'NOBODY_CAME']),
                    ]),
                  ]),
                ),
            ),
          ]),
        )
        .as('isOpen'),
    ])
    .$narrowType<{ isOpen: boolean }>()
    .executeTakeFirst();
}

/** What people call these studies, deleted or not, as long as they are there. */
export const findStudyNames = (db: Db, studyIds: readonly string[]) =>
  db
    .selectFrom('project.studies')
    .select(['study_id as studyId', 'name', 'public_name as publicName'])
    .where('study_id', '=', anyOf(studyIds))
    .execute();

/**
 * Whether somebody can still come to be owed for a study, before its budget is closed. Where no one can, no one gets a
 * place either, and a draft is not published, until the scheduled job has recorded the refund.
 */
export async function giveNoMorePlaces(
  db: Db,
  studyId: string,
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ReplyOf<typeof endpoint>> {
  return transaction(db, async (trx) => {
    await holdAnyStudy(trx, studyId);
    const money = (await findStudyMoney(trx, studyId)) ?? fail('STUDY_NOT_FOUND');
    if (!money.isOpen) await withholdPlaces(trx, studyId);
    return money;
  });
}
