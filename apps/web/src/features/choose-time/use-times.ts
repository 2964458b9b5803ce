import { readOwnAccount } from '@app/contracts/identity/own-account.ts';
import type { OwnBooking } from '@app/contracts/project/bookings.ts';
import { readStudy, type StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { listSlots, type SlotForParticipant, type Waiting } from '@app/contracts/project/slots.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callIdentity, callProject } from '../../api/call.ts';
import { problemFailure } from '../../api/failure.ts';
import { accountKey, meetingKeys, studyKeys } from '../../api/keys.ts';
import { ownBookings } from '../../api/own-bookings.ts';
import { freeDays } from './days-of.ts';

/** What an own booking of the study can be while it is still ahead. */
const LIVE = new Set<OwnBooking['state']>(['OFFERED', 'HELD', 'BOOKED', 'CONFIRMED']);

async function readSlots(id: string, from: string, signal: AbortSignal) {
  const part = await callProject(listSlots, { params: { id }, query: from === '' ? {} : { from } }, signal);
  // The route is for participants; a researcher's reading means that somebody else has signed in elsewhere.
  if (part.audience !== 'PARTICIPANT') throw problemFailure(404, undefined);
  return part;
}

async function readOpen(id: string, signal: AbortSignal): Promise<StudyForParticipant> {
  const study = await callProject(readStudy, { params: { id } }, signal);
  if (study.audience !== 'PARTICIPANT') throw problemFailure(404, undefined);
  return study;
}

export interface Times {
  study: StudyForParticipant;
  slots: SlotForParticipant[];
  hasMore: boolean;
  waiting: Waiting | null;
  isOver: boolean;
  booking: OwnBooking | undefined;
  /** The number that they gave for a meeting before, or that their account has. */
  number: Pick<OwnBooking, 'phoneNumber' | 'isOnWhatsApp'>;
}

/** The times of a study, as many as have so many free days, with what the person has of them already. */
export function useTimes(userId: string, studyId: string, days: number) {
  const slots = useInfiniteQuery({
    queryKey: meetingKeys.times(userId, studyId),
    queryFn: ({ signal, pageParam }) => readSlots(studyId, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });
  const study = useQuery({
    queryKey: studyKeys.one(userId, studyId),
    queryFn: ({ signal }) => readOpen(studyId, signal),
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
  // A number that does not come is typed in.
  const isComing = parts.some(({ data }) => data === undefined) || account.isLoading;
  const number = given ?? { phoneNumber: account.data?.phoneNumber ?? null, isOnWhatsApp: false };
  const times: Times | undefined =
    isComing || !slots.data || !study.data || !bookings.data
      ? undefined
      : {
          study: study.data,
          slots: all,
          hasMore: hasNextPage,
          waiting: slots.data.pages[0]?.waiting ?? null,
          isOver: slots.data.pages[0]?.isOver === true,
          booking: bookings.data.find((one) => one.studyId === studyId && LIVE.has(one.state)),
          number,
        };
  return {
    times,
    error: parts.find(({ data, error }) => data === undefined && error)?.error ?? null,
    isFetching: parts.some((part) => part.isFetching),
    refetch: () => void Promise.all(parts.map((part) => part.refetch())),
  };
}
