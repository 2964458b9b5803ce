import { type Transaction, sql } from 'kysely';
import type { LetterKind } from '@app/contracts/letters.ts';
import type { BookingState } from '@app/contracts/project/meeting-choices.ts';
import { transaction } from '@app/kit/database.ts';
import type { Queue } from '@app/kit/jobs.ts';
import type { Deps } from '../deps.ts';
import { type AskedLetter, gatherLetter, queueLetters } from '../letters/queue-letter.ts';
import type { ProjectTables } from '../schema.ts';
import { MEETING, isOneOf } from './states.ts';

interface Change {
  bookingId: string;
  sequence: number;
}

/** The queue of what participants change of their meetings; a job runs as late after the change as one of a decision does. */
export const CHANGES: Queue<Change> = { name: 'meeting-changes' };

/** In the transaction of the change. */
export async function queueChange(
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  trx: Transaction<ProjectTables>,
  change: Change,
): Promise<void> {
  await jobs.send(trx, CHANGES, change, { afterSeconds: config.DECISION_NOTICE_SECONDS });
}

interface Changed {
  state: BookingState;
  startsAt: Date | null;
  toldStartsAt: Date | null;
  participantId: string;
  researcherId: string;
  studyId: string;
}

function lettersOf(about: string, changed: Changed): AskedLetter[] {
  const { state, startsAt, toldStartsAt: was, participantId, researcherId } = changed;
  const toBoth = (thing: string, kind: LetterKind, toResearcher: LetterKind): AskedLetter[] => [
    { userId: participantId, about: thing, kind },
    { userId: researcherId, about: thing, kind: toResearcher },
  ];
  if (isOneOf(MEETING, state)) {
    if (was === null) return toBoth(about, 'MEETING_BOOKED', 'TIME_TAKEN');
    if (was.getTime() === startsAt?.getTime()) return [];
    return toBoth(`${about}:${was.toISOString()}`, 'MEETING_MOVED', 'TIME_MOVED');
  }
  if (state !== 'CANCELLED_BY_PARTICIPANT' || was === null) return [];
  return toBoth(about, 'MEETING_CANCELLED', 'MEETING_GIVEN_BACK');
}

/** A time that begins within these is told of at once: what is gathered might come after it. */
const SOON_HOURS = 1;

/**
 * The researcher's letters. Of a later time that others have booked too they get one for all who follow within minutes, by the time
 * itself: whoever was first of them may have left it before it goes.
 */
async function tellResearcher(
  deps: Pick<Deps, 'jobs'>,
  trx: Transaction<ProjectTables>,
  letter: AskedLetter,
  { studyId, startsAt }: Changed,
): Promise<void> {
  if (letter.kind !== 'TIME_TAKEN' || !startsAt) return queueLetters(deps, trx, [letter]);
  const { rows } = await sql`
    select from project.bookings where study_id = ${studyId} and starts_at = ${startsAt} and state in (${sql.join(MEETING)})
      and starts_at > now() + ${SOON_HOURS}::int * interval '1 hour'
    limit 2`.execute(trx);
  if (rows.length < 2) return queueLetters(deps, trx, [letter]);
  const time = startsAt.toISOString();
  return gatherLetter(deps, trx, { ...letter, about: `${letter.about}:${time}` }, `${studyId}:${time}`);
}

/**
 * Debounce of the letters of one booking: writes how it stands beside what was told last, if nothing was changed since.
 * Nothing is written where it ended as it began.
 */
export async function tellChange(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { bookingId, sequence }: Change,
): Promise<void> {
  await transaction(db, async (trx) => {
    const booking = await trx
      .updateTable('project.bookings')
      .set({ is_change_untold: false })
      .where('booking_id', '=', bookingId)
      .where('sequence', '=', sequence)
      .where('is_change_untold', '=', true)
      .returning([
        'state',
        'starts_at as startsAt',
        'told_starts_at as toldStartsAt',
        'participant_id as participantId',
        'researcher_id as researcherId',
        'study_id as studyId',
      ])
      .executeTakeFirst();
    if (!booking) return;
    const [own, theirs] = lettersOf(`${bookingId}:${sequence}`, booking);
    if (own) await queueLetters({ jobs }, trx, [own]);
    if (theirs) await tellResearcher({ jobs }, trx, theirs, booking);
  });
}
