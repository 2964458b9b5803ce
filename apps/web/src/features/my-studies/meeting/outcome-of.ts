import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { comingUpWords as words } from '@app/words/coming-up.ts';
import { exactTime } from '../../../format/exact-time.ts';
import { isDisputed, isUsedUp } from '../parts.ts';

function stateIn(booking: OwnBooking, time: string): string[] {
  switch (booking.state) {
    case 'OFFERED':
      return [words.offered(time), words.until(exactTime(booking.expiresAt ?? ''))];
    case 'BOOKED':
    case 'CONFIRMED':
      return [words.unmarked(time)];
    case 'ATTENDED':
      return [words.came(time)];
    case 'NO_SHOW':
      return [words.missed(time)];
    case 'TURNED_AWAY':
      return [words.turnedAway(time)];
    case 'NOBODY_CAME':
      return [words.nobodyCame(time)];
    case 'CANCELLED_BY_PARTICIPANT':
      return [
        booking.isLate ? words.gaveBackLate(time) : words.gaveBack(time),
        ...(isUsedUp(booking) ? [words.usedUp] : []),
      ];
    case 'CANCELLED_BY_RESEARCHER': {
      const { cancelReason, countsAsAttended } = booking;
      return [
        words.cancelled(time),
        ...(cancelReason ? [words.reason(cancelReason)] : []),
        ...(countsAsAttended ? [words.counts] : []),
      ];
    }
    default:
      return [];
  }
}

/** What became of a meeting, in sentences. */
export function outcomeOf(booking: OwnBooking): string[] {
  const { startsAt, report, decision } = booking;
  if (booking.state === 'HELD') return [words.held(exactTime(booking.expiresAt ?? ''))];
  const lines = startsAt === null ? [] : stateIn(booking, exactTime(startsAt));
  if (report && isDisputed(booking)) lines.push(words.told[report.kind]);
  if (decision) lines.push(words.decided[decision.for](decision.reason));
  return lines;
}
