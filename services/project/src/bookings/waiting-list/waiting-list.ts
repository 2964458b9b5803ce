import { sql, type Transaction } from 'kysely';
import type {
  WaitingListEntry,
  joinWaitingList as endpoint,
  leaveWaitingList as leaving,
} from '@app/contracts/project/slots.ts';
import type { Queue } from '@app/kit/jobs.ts';
import { MOST_MOVES } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import type { Db, ProjectTables } from '../../schema.ts';
import type { Deps } from '../../deps.ts';
import { isStudyEnded } from '../../studies/reads.ts';
import { lockOwnApplication, readBookings } from '../locks.ts';
import { MEETING_STATES, isOneOf } from '../states.ts';
import { updateBooking } from '../write-booking.ts';

interface WaitingKey {
  studyId: string;
  participantId: string;
}

/** If the days change, the person keeps the position in the waiting list. */
async function upsertWaiting(
  trx: Db,
  {
    studyId,
    participantId,
    applicationId,
    days,
  }: WaitingKey & { applicationId: string; days: readonly string[] },
): Promise<void> {
  const suited = JSON.stringify([...new Set(days)].toSorted());
  await trx
    .insertInto('project.waiting')
    .values({ study_id: studyId, participant_id: participantId, application_id: applicationId, days: suited })
    .onConflict((conflict) => conflict.columns(['study_id', 'participant_id']).doUpdateSet({ days: suited }))
    .execute();
}

export async function deleteWaiting(trx: Db, { studyId, participantId }: WaitingKey): Promise<void> {
  await trx
    .deleteFrom('project.waiting')
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .execute();
}

export async function findWaitingListEntry(
  db: Db,
  { studyId, participantId }: WaitingKey,
): Promise<WaitingListEntry | undefined> {
  const row = await db
    .selectFrom('project.waiting')
    .select(['study_id as studyId', 'days', 'joined_at as joinedAt'])
    .where('study_id', '=', studyId)
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return row && { ...row, joinedAt: row.joinedAt.toISOString() };
}

const MOST_UNANSWERED = 3;

/**
 * An unanswered offer blocks a seat for hours. The count starts again after any action of the participant, or
 * if they join again. An excused offer does not count, because no one could answer it.
 */
export const hasIgnoredOffers = sql<boolean>`(
  select count(*) >= ${MOST_UNANSWERED}::int
  from project.bookings as offered join project.booking_steps as ended using (booking_id)
  where offered.application_id = waiting.application_id and offered.excused_at is null
    and ended.state = 'LAPSED' and ended.made_by = 'SYSTEM' and ended.starts_at is not null
    and ended.at > greatest(waiting.joined_at, (
      select max(step.at) from project.bookings as own join project.booking_steps as step using (booking_id)
      where own.application_id = waiting.application_id and step.made_by = 'PARTICIPANT')))`;

export async function listWaitingPeople(db: Db, studyId: string) {
  return (
    db
      .selectFrom('project.waiting as waiting')
      .innerJoin(
        'project.applications as application',
        'application.application_id',
        'waiting.application_id',
      )
      .select([
        'waiting.participant_id as participantId',
        'waiting.days',
        'waiting.application_id as applicationId',
        hasIgnoredOffers.as('hasIgnoredOffers'),
      ])
      .where('waiting.study_id', '=', studyId)
      .where('application.status', '=', 'ACCEPTED')
      // If an absence was corrected after the person joined the list, the entry does not count any more.
      .where(
        sql<boolean>`not exists (select from project.bookings as booking
        where booking.application_id = application.application_id and booking.state = 'ATTENDED')`,
      )
      .orderBy('waiting.joined_at')
      .execute()
  );
}

export const OFFERS: Queue<{ studyId: string }> = { name: 'offers', isDebounced: true };

/** Offers are made in a job, because they lock applications of other people. */
export async function queueOffers(
  { jobs }: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  studyId: string,
): Promise<void> {
  const someone = await trx
    .selectFrom('project.waiting')
    .select('participant_id')
    .where('study_id', '=', studyId)
    .limit(1)
    .executeTakeFirst();
  if (someone) await jobs.send(trx, OFFERS, { studyId }, { key: studyId });
}

export async function joinWaitingList(
  deps: Pick<Deps, 'db' | 'jobs'>,
  { days, ...own }: { studyId: string; participantId: string; days: readonly string[] },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<WaitingListEntry> {
  return transaction(deps.db, async (trx) => {
    const application = await lockOwnApplication(trx, own);
    if (!application) return fail('STUDY_NOT_FOUND');
    if (!application.isAccepted) return fail('NOT_ACCEPTED');
    const { applicationId } = application;
    const { live, moves, hasMet } = await readBookings(trx, own);
    const isDone = live ? isOneOf(MEETING_STATES, live.state) : hasMet;
    if (isDone) return fail('ALREADY_BOOKED');
    if (!live && moves > MOST_MOVES) return fail('TOO_MANY_MOVES');
    if (await isStudyEnded(trx, own.studyId)) return fail('STUDY_IS_CLOSED');
    if (live?.state === 'HELD') {
      await updateBooking(trx, { id: live.id, from: ['HELD'], by: 'PARTICIPANT' }, { state: 'LAPSED' });
    }
    await upsertWaiting(trx, { ...own, applicationId, days });
    await queueOffers(deps, trx, own.studyId);
    return (await findWaitingListEntry(trx, own)) ?? fail('STUDY_NOT_FOUND');
  });
}

/** Without an application, the answer must not show whether a list exists. */
export async function leaveWaitingList(
  db: Db,
  own: { studyId: string; participantId: string },
  fail: Fail<(typeof leaving)['errors'][number]>,
): Promise<void> {
  const application = await db
    .selectFrom('project.applications')
    .select('application_id')
    .where('study_id', '=', own.studyId)
    .where('applicant_id', '=', own.participantId)
    .executeTakeFirst();
  if (!application) return fail('STUDY_NOT_FOUND');
  await deleteWaiting(db, own);
}
