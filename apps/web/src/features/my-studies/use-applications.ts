import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Application, listOwnApplications } from '@app/contracts/project/applications.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { applicationKey } from '../../api/keys.ts';
import { ownApplications } from '../../api/own-applications.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import type { StudyStanding } from '@app/contracts/project/studies.ts';

type Status = Application['status'];

/** The recruitment status matters only for active applications; an accepted one ignores FULL. */
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

/** Declines that were undone do not count. */
export function findDecline({ status, history }: Pick<Application, 'status' | 'history'>) {
  return status === 'DECLINED' ? history.findLast((step) => step.status === 'DECLINED') : undefined;
}

/** docs/states.md specifies this rule. */
export function mayWithdraw({ status }: Pick<Application, 'status'>): boolean {
  return status === 'PENDING' || status === 'ACCEPTED';
}

/** Without events, each visit after this time reads again. */
const FRESH_MS = 10_000;

export function useApplications(userId: string, page: number) {
  return useQuery({
    ...ownApplications(userId, page),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
}

export function refetchApplications(client: QueryClient, known?: Application): Promise<void> {
  client.setQueriesData<ReplyOf<typeof listOwnApplications>>(
    { queryKey: applicationKey() },
    (list) => list && { ...list, content: list.content.map((one) => (one.id === known?.id ? known : one)) },
  );
  return client.invalidateQueries({ queryKey: applicationKey() });
}
