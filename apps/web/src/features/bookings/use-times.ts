import { readOwnAccount } from '@app/contracts/identity/account-settings.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { readStudy, type StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { listSlots, type SlotForParticipant, type WaitingListEntry } from '@app/contracts/project/slots.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callIdentity, callProject } from '../../api/call.ts';
import { problemFailure } from '../../api/failure.ts';
import { accountKey, meetingKeys, studyKeys } from '../../api/keys.ts';
import { ownBookings } from '../../api/own-bookings.ts';

const slotDay = ({ startsAt }: SlotForParticipant) => startsAt.slice(0, 10);

export function freeDays(slots: readonly SlotForParticipant[], most: number) {
  const all = [...Map.groupBy(slots, slotDay)].map(
    ([day, own]) => [day, own.filter(({ isFree }) => isFree)] as const,
  );
  const free = all.filter(([, own]) => own.length > 0);
  const days = free.slice(0, most);
  const last = days.at(-1)?.[0] ?? '';
  const full = all.filter(([day, own]) => own.length === 0 && day < last).map(([day]) => day);
  return { days, full, hasMore: free.length > most };
}

/** A time for a group may have free seats even if the person is in it. */
export const otherTimes = (slots: readonly SlotForParticipant[], moved: OwnBooking | undefined) =>
  slots.filter(({ slotId }) => slotId !== moved?.startsAt);

export function nearestFreeSlots(slotId: string, slots: readonly SlotForParticipant[], most = 2) {
  const away = ({ startsAt }: SlotForParticipant) => Math.abs(Date.parse(startsAt) - Date.parse(slotId));
  return slots
    .filter((slot) => slot.isFree && slot.slotId !== slotId)
    .toSorted((one, other) => away(one) - away(other))
    .slice(0, most)
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
}

/** In these states, a booking prevents a second meeting in the study. */
const SHOWN = new Set<OwnBooking['state']>(['OFFERED', 'HELD', 'BOOKED', 'CONFIRMED', 'ATTENDED']);

/** If the response is for a researcher, another account was signed in in another tab. */
function participantReply<Reply extends { audience: string }>(
  reply: Reply,
): Reply & { audience: 'PARTICIPANT' } {
  if (reply.audience !== 'PARTICIPANT') throw problemFailure(404, undefined);
  return reply as Reply & { audience: 'PARTICIPANT' };
}

export interface Times {
  study: StudyForParticipant;
  slots: SlotForParticipant[];
  hasMore: boolean;
  waiting: WaitingListEntry | null;
  hasEnded: boolean;
  booking: OwnBooking | undefined;
  isUsedUp: boolean;
  /** False after the participant was paid, because a study pays each person once. */
  isPaid: boolean;
  number: Pick<OwnBooking, 'phoneNumber' | 'isOnWhatsApp'>;
}

export function useTimes(userId: string, studyId: string, days: number) {
  const params = { id: studyId };
  const slots = useInfiniteQuery({
    queryKey: meetingKeys.times(userId, studyId),
    queryFn: async ({ signal, pageParam: from }) =>
      participantReply(await callProject(listSlots, { params, query: from === '' ? {} : { from } }, signal)),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const study = useQuery({
    queryKey: studyKeys.one(userId, studyId),
    queryFn: async ({ signal }) => participantReply(await callProject(readStudy, { params }, signal)),
  });
  const bookings = useQuery(ownBookings(userId));
  const given = bookings.data?.find(({ phoneNumber }) => phoneNumber !== null);
  const account = useQuery({
    queryKey: accountKey(userId),
    queryFn: ({ signal }) => callIdentity(readOwnAccount, {}, signal),
    enabled: bookings.data !== undefined && given === undefined && study.data?.meetingWay === 'PHONE',
  });
  const all = slots.data?.pages.flatMap((page) => page.slots) ?? [];
  const { hasNextPage, isFetching, isError, fetchNextPage } = slots;
  const lacksDays = hasNextPage && freeDays(all, days).days.length < days;
  useEffect(() => {
    if (lacksDays && !isFetching && !isError) void fetchNextPage();
  }, [lacksDays, isFetching, isError, fetchNextPage]);

  const parts = [slots, study, bookings];
  const isComing = parts.some(({ data }) => data === undefined) || account.isLoading;
  const own = bookings.data?.filter((one) => one.studyId === studyId) ?? [];
  const number = given ?? { phoneNumber: account.data?.phoneNumber ?? null, isOnWhatsApp: false };
  const times: Times | undefined =
    isComing || !slots.data || !study.data || !bookings.data
      ? undefined
      : {
          study: study.data,
          slots: all,
          hasMore: hasNextPage,
          waiting: slots.data.pages[0]?.waiting ?? null,
          hasEnded: slots.data.pages[0]?.hasEnded === true,
          booking: own.find(({ state }) => SHOWN.has(state)),
          isUsedUp: own.some(
            ({ state, movesLeft }) => state === 'CANCELLED_BY_PARTICIPANT' && movesLeft === 0,
          ),
          isPaid: study.data.incentive > 0 && own.some(({ countsAsAttended }) => countsAsAttended),
          number,
        };
  return {
    times,
    error: parts.find(({ data, error }) => data === undefined && error)?.error ?? null,
    isFetching: parts.some((part) => part.isFetching),
    refetch: () => void Promise.all(parts.map((part) => part.refetch())),
  };
}
