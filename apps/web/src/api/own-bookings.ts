import { listOwnBookings, type OwnBooking } from '@app/contracts/project/bookings.ts';
import { queryOptions } from '@tanstack/react-query';
import { callProject } from './call.ts';
import { meetingKeys } from './keys.ts';
import { serverNow } from './server-clock.ts';
import { lastKnownData } from './last-known.ts';

const MOST = 100;
/** If no events arrive, data is outdated after this time. */
const FRESH_MS = 10_000;
const WHILE_MEETING_MS = 60_000;
/** The server releases an expired offer some seconds later. */
const AFTER_LAPSE_MS = 5_000;

const hasStarted = ({ state, startsAt }: OwnBooking) =>
  (state === 'BOOKED' || state === 'CONFIRMED') && startsAt !== null && Date.parse(startsAt) <= serverNow();

/** No event reports changes that time causes: an offer expires, or a meeting can be reported. */
function untilNextLook(known: readonly OwnBooking[]): number | false {
  const waits = known.flatMap(({ state, expiresAt }) => {
    if ((state !== 'OFFERED' && state !== 'HELD') || expiresAt === null) return [];
    const left = Date.parse(expiresAt) - serverNow();
    return [left > 0 ? left + AFTER_LAPSE_MS : WHILE_MEETING_MS];
  });
  if (known.some(hasStarted)) waits.push(WHILE_MEETING_MS);
  return waits.length > 0 && Math.min(...waits);
}

export function ownBookings(userId: string) {
  const queryKey = meetingKeys.own(userId);
  const query = { participantId: userId, page: 0, size: MOST };
  return queryOptions({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: async ({ signal }) => (await callProject(listOwnBookings, { query }, signal)).content,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) => untilNextLook(data ?? []),
  });
}
