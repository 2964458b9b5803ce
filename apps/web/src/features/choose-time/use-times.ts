import type { SignedInUser } from '@app/contracts/identity/person.ts';
import { listOwnBookings } from '@app/contracts/project/bookings.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { listSlots, type SlotForParticipant, type Waiting } from '@app/contracts/project/slots.ts';
import { useQuery } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';

/** What an own booking of the study can be while it is still ahead. */
const LIVE = new Set(['OFFERED', 'HELD', 'BOOKED', 'CONFIRMED']);
const MOST_BOOKINGS = 100;

async function readTimes({ userId }: SignedInUser, id: string, signal: AbortSignal) {
  const slots: SlotForParticipant[] = [];
  let waiting: Waiting | null = null;
  let from: string | null | undefined;
  do {
    const part = await callProject(listSlots, { params: { id }, query: from ? { from } : {} }, signal);
    if (part.audience !== 'PARTICIPANT') break;
    slots.push(...part.slots);
    ({ waiting, next: from } = part);
  } while (from);
  const [study, bookings] = await Promise.all([
    callProject(readStudy, { params: { id } }, signal),
    callProject(listOwnBookings, { query: { participantId: userId, page: 0, size: MOST_BOOKINGS } }, signal),
  ]);
  const booking = bookings.content.find((one) => one.studyId === id && LIVE.has(one.state));
  return { slots, waiting, study, booking };
}

export type Times = Awaited<ReturnType<typeof readTimes>>;

/** The times of a study with what the person has of them already. */
export function useTimes(user: SignedInUser, studyId: string) {
  return useQuery({
    queryKey: meetingKeys.times(user.userId, studyId),
    queryFn: ({ signal }) => readTimes(user, studyId, signal),
    refetchOnMount: 'always',
  });
}
