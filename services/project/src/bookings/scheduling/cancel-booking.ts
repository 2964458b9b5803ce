import type { Role } from '@app/contracts/enumerations.ts';
import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { cancelBooking as endpoint } from '@app/contracts/project/bookings.ts';
import { transaction } from '@app/kit/database.ts';
import type { Fail } from '@app/kit/problem.ts';
import { recordEvent } from '../../audit.ts';
import type { Deps } from '../../deps.ts';
import { lockSuspension } from '../../suspensions/locks.ts';
import { endBooking } from '../end-booking.ts';
import { findLiveBooking, lockBooking } from '../locks.ts';
import { MEETING_STATES, isOneOf } from '../states.ts';
import { addProposal, offerProposal, placeProposal } from './propose-time.ts';

const ENDED = ['CANCELLED_BY_PARTICIPANT', 'CANCELLED_BY_RESEARCHER', 'LAPSED'] as const;

/** Researchers may cancel until the meeting is marked, because a meeting can fail at the last moment. */
export async function cancelBooking(
  deps: Pick<Deps, 'db' | 'jobs' | 'config' | 'openPages'>,
  {
    bookingId,
    userId,
    role,
    reason = '',
    isOfferedAgain,
    proposes,
    isProposalAdded,
    newId,
    sequence,
  }: {
    bookingId: string;
    userId: string;
    role: Role;
    reason?: string | undefined;
    isOfferedAgain: boolean;
    proposes?: string | undefined;
    isProposalAdded: boolean;
    newId: string;
    /** The sequence of the booking that the participant saw. */
    sequence?: number;
  },
  fail: Fail<(typeof endpoint)['errors'][number]>,
): Promise<ReplyOf<typeof endpoint>> {
  const isOfParticipant = role === 'PARTICIPANT';
  if (isOfParticipant && proposes)
    return fail('INVALID_INPUT', [{ rule: 'notOfThisKind', field: 'proposes' }]);
  const proposal = proposes === undefined ? undefined : { id: newId, startsAt: new Date(proposes) };
  const { usersToUpdate, ...reply } = await transaction(deps.db, async (trx) => {
    const isSuspended = proposal && (await lockSuspension(trx, { bookingId }));
    if (proposes !== undefined && isProposalAdded)
      await addProposal(deps, trx, { bookingId, userId, startsAt: proposes }, fail);
    const side = isOfParticipant ? { participantId: userId } : { researcherId: userId };
    const locked = await lockBooking(trx, { bookingId, ...side });
    if (!locked) return fail('BOOKING_NOT_FOUND');
    if (isSuspended) return fail('STUDY_IS_SUSPENDED');
    if (!isOfParticipant && reason.trim() === '') {
      return fail('INVALID_INPUT', [{ rule: 'valueRequired', field: 'reason' }]);
    }
    const { application, booking } = locked;
    if (sequence !== undefined && booking.sequence !== sequence) return fail('BOOKING_HAS_ENDED');
    if (isOneOf(ENDED, booking.state)) {
      const live = proposal && (await findLiveBooking(trx, application.applicationId));
      const isProposalMade = live?.startsAt?.getTime() === proposal?.startsAt.getTime();
      if (!isProposalMade) return fail('BOOKING_HAS_ENDED');
      return { id: bookingId, state: booking.state, isLate: false, usersToUpdate: [] };
    }
    const hasEnded = booking.startsAt !== null && booking.startsAt <= application.now;
    // A reservation without a slot cannot be cancelled here. It ends by a withdrawal, or after 30 minutes.
    const may = isOfParticipant
      ? isOneOf(['OFFERED', ...MEETING_STATES], booking.state) && !hasEnded
      : isOneOf(MEETING_STATES, booking.state);
    if (!may) return fail('BOOKING_HAS_ENDED');
    const by = isOfParticipant ? 'PARTICIPANT' : 'RESEARCHER';
    if (proposal) await placeProposal(trx, locked, proposal, fail);
    const [ended] = await Promise.all([
      endBooking(deps, trx, locked, {
        by,
        reason,
        isSeatRemoved: !isOfParticipant && !isOfferedAgain,
        proposes: proposal?.startsAt,
      }),
      recordEvent(trx, 'MEETING_CANCELLED', { userId, about: bookingId }),
    ]);
    if (proposal) await offerProposal(trx, locked, proposal);
    return { id: bookingId, ...ended };
  });
  deps.openPages.notifyChanged(usersToUpdate);
  return reply;
}
