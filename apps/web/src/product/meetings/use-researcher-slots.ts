import { DAY_MS } from '@app/contracts/durations.ts';
import { listSlots } from '@app/contracts/project/slots.ts';
import { useQuery } from '@tanstack/react-query';
import { serverToday } from '../../api/server-today.ts';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { lastKnownData } from '../../api/last-known.ts';

/** For this long after a meeting, attendance can be marked. */
const OPEN_MS = 3 * DAY_MS;

export function useResearcherSlots(studyId: string, isWanted = true) {
  const queryKey = meetingKeys.slots(studyId);
  return useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: ({ signal }) => {
      const from = new Date(Date.parse(serverToday()) - OPEN_MS).toISOString();
      return callProject(listSlots, { params: { id: studyId }, query: { from } }, signal);
    },
    select: (reply) => (reply.audience === 'RESEARCHER' ? reply : undefined),
    enabled: isWanted,
    refetchOnMount: 'always',
  });
}
