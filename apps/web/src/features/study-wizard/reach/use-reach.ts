import type { ReachCriteria } from '@app/contracts/identity/reach.ts';
import { readStudyReach } from '@app/contracts/project/reach.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callProject } from '../../../api/call.ts';
import { reachKey } from '../../../api/keys.ts';
import { readDraft } from '../../../forms/drafts.ts';
import { DRAFT_KEYS } from '../../../product/study-drafts.ts';
import { criteriaOf } from './reach.ts';

/** Nobody is counted while somebody is still ticking, nor for those who go straight on. */
const SETTLE_MS = 500;

function useSettled(text: string): string {
  const [settled, setSettled] = useState('null');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export interface Reach {
  state: 'INCOMPLETE' | 'COUNTING' | 'FAILED' | 'COUNTED';
  count: number | undefined;
  retry: () => void;
}

/** How many people fit the criteria as they stand now (D-02). */
export function useReach(demographics: unknown): Reach {
  const criteria = criteriaOf(readDraft(DRAFT_KEYS.details), demographics);
  const text = JSON.stringify(criteria);
  const settled = useSettled(text);
  const reach = useQuery({
    queryKey: reachKey(settled),
    queryFn: ({ signal }) =>
      callProject(readStudyReach, { body: JSON.parse(settled) as ReachCriteria }, signal),
    enabled: settled !== 'null',
  });
  const stateNow = (): Reach['state'] => {
    if (criteria === null) return 'INCOMPLETE';
    if (text !== settled || reach.isFetching || reach.isPending) return 'COUNTING';
    return reach.isError ? 'FAILED' : 'COUNTED';
  };
  return { state: stateNow(), count: reach.data?.count, retry: () => void reach.refetch() };
}
