import { sql } from 'kysely';
import { LATE_MINUTES } from '@app/contracts/project/meeting-choices.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import type { markAttendance as endpoint, ResearcherBooking } from '@app/contracts/project/bookings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { noteEvent } from '../../audit/note-event.ts';
import type { Deps } from '../../deps.ts';
import { assertNotBarred } from '../../facts/barred.ts';
import { writeDues } from '../../money/write-dues.ts';
import type { Db } from '../../schema.ts';
import { endBookingsOf } from '../end-booking.ts';
import {
  type HeldApplication,
  type HeldBooking,
  findLiveBooking,
  holdBooking,
  isOutdatedAt,
} from '../hold-booking.ts';
import { describeForResearcher, findMeeting } from '../reading/researcher-bookings.ts';
import { MARKED, MEETING, isOneOf, stateBeforeMark, mendableUntil } from '../states.ts';
import { tell } from '../tell.ts';
import { updateBooking } from '../write-booking.ts';

type Outcome = BodyOf<typeof endpoint>['outcome'];
type MarkFail = Fail<(typeof endpoint)['errors'][number]>;
interface Held {
  application: HeldApplication;
  booking: HeldBooking;
}

const MINUTE_MS = 60_000;

/**
 * Marks who came, takes that back while it is not told, or makes ATTENDED of a NO_SHOW while that is open; what they
 * have booked again since is ended then. Where the participant says that nobody came, a mark that it was not held
 * agrees with them and settles it; any other is the researcher's account and changes nothing else. Where they say that
 * they were there, the mark that agrees is told at once: the dispute is over, and there is nothing to take it back to.
 */
export async function markAttendance(
  deps: Pick<Deps, 'db' | 'jobs' | 'callIdentity' | 'config' | 'openPages'>,
  { outcome, ...own }: { bookingId: string; researcherId: string; outcome: Outcome },
  fail: MarkFail,
): Promise<ResearcherBooking> {
  const concerned = await transaction(deps.db, async (trx) => {
    // Nobody need go to a meeting of a barred researcher, so nobody is absent from one.
    if (outcome === 'NO_SHOW') await assertNotBarred(trx, own.researcherId);
    const held = await holdBooking(trx, own);
    if (!held) return fail('BOOKING_NOT_FOUND');
    const { application, booking } = held;
    const isChanged =
      outcome === 'UNMARKED'
        ? await takeBack(trx, held, deps.config.ATTENDANCE_UNDO_SECONDS, fail)
        : await mark(trx, held, outcome, fail);
    if (!isChanged) return [];
    if (outcome === 'ATTENDED' && (await isOutdatedAt(trx, application, booking.startsAt)))
      return fail('THEIR_CONSENT_OUTDATED');
    const isPutRight = booking.state === 'NO_SHOW' && outcome === 'ATTENDED';
    if (isPutRight) {
      await endBookingsOf(deps, trx, [application.applicationId], { by: 'RESEARCHER', reason: '' });
      if (booking.reportedAt) await tell(deps, trx, [settled(application, booking)]);
    }
    await writeDues(deps, trx, [application.applicationId]);
    await noteEvent(trx, 'ATTENDANCE_MARKED', { userId: own.researcherId, about: own.bookingId });
    return isPutRight ? [application.participantId] : [];
  });
  deps.openPages.notifyMoved(concerned);
  const row = await findMeeting(deps.db, own.researcherId, own.bookingId);
  const [described] = row ? await describeForResearcher(deps, [row]) : [];
  return described ?? fail('BOOKING_NOT_FOUND');
}

const settled = ({ participantId, studyId, publicName }: HeldApplication, { id, startsAt }: HeldBooking) => ({
  userId: participantId,
  about: id,
  kind: 'MEETING_DECIDED' as const,
  params: { studyId, study: publicName, startsAt: startsAt?.toISOString() ?? '' },
});

/** False where it is marked so already. */
async function mark(
  trx: Db,
  { application, booking }: Held,
  outcome: Exclude<Outcome, 'UNMARKED'>,
  fail: MarkFail,
): Promise<boolean> {
  const { id, state, startsAt, markedAt } = booking;
  if (state === outcome) return false;
  const isDisputed = state === 'NOBODY_CAME' && booking.decidedAt === null;
  if (isDisputed && outcome !== 'TURNED_AWAY') {
    return (
      (await updateBooking(
        trx,
        { id, from: ['NOBODY_CAME'], by: 'RESEARCHER' },
        { state, marked: outcome, marked_at: sql<Date>`now()` },
      )) !== undefined
    );
  }
  if (state === 'NO_SHOW' && outcome === 'ATTENDED') {
    if (!mendableUntil({ state, markedAt, isDecided: booking.decidedAt !== null }, application.now))
      return fail('BOOKING_IS_FINAL');
  } else if (!isDisputed && !isOneOf(MEETING, state)) {
    return fail(
      state === 'ATTENDED' || state === 'NO_SHOW' || state === 'TURNED_AWAY'
        ? 'BOOKING_IS_FINAL'
        : 'BOOKING_IS_OVER',
    );
  }
  const from = (startsAt?.getTime() ?? Infinity) + (outcome === 'NO_SHOW' ? LATE_MINUTES * MINUTE_MS : 0);
  if (application.now.getTime() < from) return fail('MEETING_NOT_BEGUN');
  return (
    (await updateBooking(
      trx,
      { id, from: [state], by: 'RESEARCHER' },
      {
        state: outcome,
        marked: outcome,
        marked_at: sql<Date>`now()`,
        told_at: state === 'NO_SHOW' && booking.reportedAt ? sql<Date>`now()` : null,
        counts_as_attended: outcome !== 'NO_SHOW',
      },
    )) !== undefined
  );
}

async function takeBack(
  trx: Db,
  { application, booking }: Held,
  undoSeconds: number,
  fail: MarkFail,
): Promise<boolean> {
  const { id, state, markedAt, toldAt } = booking;
  const before = stateBeforeMark(booking);
  if (isOneOf(MEETING, state) || (state === before && markedAt === null)) return false;
  if (!isOneOf(MARKED, state)) return fail('BOOKING_IS_OVER');
  const isOpen =
    markedAt !== null &&
    toldAt === null &&
    markedAt.getTime() + undoSeconds * 1000 > application.now.getTime();
  if (!isOpen) return fail('BOOKING_IS_FINAL');
  // A further meeting that had begun was not ended, and one is live at a time.
  const isLiveAgain = isOneOf(MEETING, before);
  if (isLiveAgain && (await findLiveBooking(trx, booking.applicationId))) return fail('BOOKING_IS_FINAL');
  return (
    (await updateBooking(
      trx,
      { id, from: [state], by: 'RESEARCHER' },
      { state: before, marked: null, marked_at: null, counts_as_attended: false },
    )) !== undefined
  );
}
