import type { BookingState } from '@app/contracts/project/meeting-choices.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

/** What the state of a booking asks of its researcher. */
export const bookingTones: Readonly<Record<BookingState, BadgeTone>> = {
  HELD: 'info',
  OFFERED: 'info',
  BOOKED: 'info',
  CONFIRMED: 'good',
  ATTENDED: 'good',
  NO_SHOW: 'plain',
  TURNED_AWAY: 'plain',
  NOBODY_CAME: 'bad',
  CANCELLED_BY_PARTICIPANT: 'plain',
  CANCELLED_BY_RESEARCHER: 'plain',
  LAPSED: 'plain',
};
