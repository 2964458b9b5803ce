import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Application, listOwnApplications } from '@app/contracts/project/applications.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { applicationKey } from '../../api/keys.ts';
import { ownApplications } from '../../api/own-applications.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import type { StudyStanding } from '@app/contracts/project/studies.ts';

type Status = Application['status'];

/** How the study stands, where that still matters: not once an application has ended, and to a place taken only the end. */
export function standingBadge(status: Status, standing: StudyStanding): string | undefined {
  if (standing === 'OPEN' || status === 'DECLINED' || status === 'WITHDRAWN') return undefined;
  if (status === 'ACCEPTED' && standing === 'FULL') return undefined;
  return words.standing[standing];
}

export function nextStep(
  status: Status,
  { standing, isOver }: Pick<Application['study'], 'standing' | 'isOver'>,
): string {
  if (status === 'PENDING') return isOver ? words.nextPendingOver : words.nextPending[standing];
  if (status === 'DECLINED') return words.nextDeclined;
  if (status === 'WITHDRAWN') return words.nextWithdrawn;
  if (isOver) return words.nextOver;
  return words.nextAccepted[standing === 'FULL' ? 'OPEN' : standing];
}

/** The decline that holds now; one that was taken back does not count any more. */
export function findDecline({ status, history }: Pick<Application, 'status' | 'history'>) {
  return status === 'DECLINED' ? history.findLast((step) => step.status === 'DECLINED') : undefined;
}

/** What is decided against or given up cannot be withdrawn any more (docs/states.md). */
export function mayWithdraw({ status }: Pick<Application, 'status'>): boolean {
  return status === 'PENDING' || status === 'ACCEPTED';
}

/** Events keep an open page up to date; without events each look reads again. */
const FRESH_MS = 10_000;

/** One page of the person's own applications, newest first. */
export function useApplications(userId: string, page: number) {
  return useQuery({
    ...ownApplications(userId, page),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
}

/** What is known of one already stands there before, and if no list comes. */
export function refetchApplications(client: QueryClient, known?: Application): Promise<void> {
  client.setQueriesData<ReplyOf<typeof listOwnApplications>>(
    { queryKey: applicationKey() },
    (list) => list && { ...list, content: list.content.map((one) => (one.id === known?.id ? known : one)) },
  );
  return client.invalidateQueries({ queryKey: applicationKey() });
}
