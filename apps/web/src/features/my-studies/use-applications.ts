import type { ReplyOf } from '@app/contracts/endpoint.ts';
import type { Application, listOwnApplications } from '@app/contracts/project/applications.ts';
import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { applicationKey } from '../../api/keys.ts';
import { ownApplications } from '../../api/own-applications.ts';
import { myStudiesWords as words } from '@app/words/my-studies.ts';
import type { RecruitmentStatus } from '@app/contracts/project/studies.ts';

type Status = Application['status'];

/**
 * The recruitment status matters only for an active application. FULL does not matter for an accepted one.
 */
export function recruitmentBadge(status: Status, recruitmentStatus: RecruitmentStatus): string | undefined {
  if (recruitmentStatus === 'OPEN' || status === 'DECLINED' || status === 'WITHDRAWN') return undefined;
  if (status === 'ACCEPTED' && recruitmentStatus === 'FULL') return undefined;
  return words.recruitmentStatus[recruitmentStatus];
}

export function nextStep(
  status: Status,
  { recruitmentStatus, hasEnded }: Pick<Application['study'], 'recruitmentStatus' | 'hasEnded'>,
): string {
  if (status === 'PENDING') return hasEnded ? words.nextPendingEnded : words.nextPending[recruitmentStatus];
  if (status === 'DECLINED') return words.nextDeclined;
  if (status === 'WITHDRAWN') return words.nextWithdrawn;
  if (hasEnded) return words.nextEnded;
  return words.nextAccepted[recruitmentStatus === 'FULL' ? 'OPEN' : recruitmentStatus];
}

/** Leaves out declines that were undone. */
export function findDecline({ status, history }: Pick<Application, 'status' | 'history'>) {
  return status === 'DECLINED' ? history.findLast((step) => step.status === 'DECLINED') : undefined;
}

/** docs/states.md specifies this rule. */
export function mayWithdraw({ status }: Pick<Application, 'status'>): boolean {
  return status === 'PENDING' || status === 'ACCEPTED';
}

/** If no events arrive, data is read again at a visit after this time. */
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
