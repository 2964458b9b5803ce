import { listOwnBookings, type OwnBooking } from '@app/contracts/project/bookings.ts';
import { queryOptions } from '@tanstack/react-query';
import { callProject } from './call.ts';
import { meetingKeys } from './keys.ts';
import { lastKnown } from './last-known.ts';

const MOST = 100;
/** An open page is told what changes; where no events come, each look is a new one. */
const FRESH_MS = 10_000;
const WHILE_MEETING_MS = 60_000;

const hasBegun = ({ state, startsAt }: OwnBooking) =>
  (state === 'BOOKED' || state === 'CONFIRMED') && startsAt !== null && Date.parse(startsAt) <= Date.now();

/** The person's own bookings, the latest time first; older ones than these nobody acts on any more. */
export function ownBookings(userId: string) {
  const queryKey = meetingKeys.own(userId);
  const query = { participantId: userId, page: 0, size: MOST };
  return queryOptions({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: async ({ signal }) => (await callProject(listOwnBookings, { query }, signal)).content,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
    // What may be said of a meeting that has begun changes with the clock alone.
    refetchInterval: (known) => (known.state.data?.some(hasBegun) ? WHILE_MEETING_MS : false),
  });
}
