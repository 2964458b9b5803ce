import type { BodyOf } from '@app/contracts/endpoint.ts';
import { markAttendance } from '@app/contracts/project/bookings.ts';
import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { meetingKeys } from '../../api/keys.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import { toast } from '../../ui/toast.ts';

export type Outcome = BodyOf<typeof markAttendance>['outcome'];

interface Mark {
  ids: readonly string[];
  outcome: Outcome;
}

/** Marks who came, one or all of a meeting, or takes that back; shows what there is now also after a refusal. */
export function useMark(about: string) {
  const client = useQueryClient();
  const marking = useSingleCall(['mark', about], {
    mutationFn: async ({ ids, outcome }: Mark) => {
      let state;
      for (const id of ids)
        ({ state } = await callProject(markAttendance, { params: { id }, body: { outcome } }));
      // The participant says otherwise, and it is decided by neither of them; such a one is marked alone.
      return state === 'NOBODY_CAME' && outcome !== 'UNMARKED';
    },
    onSuccess: (isNoted, { outcome }) => {
      toast.success(isNoted ? words.accountNoted : words.marked[outcome]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return {
    mark: marking.mutate,
    /** What is being marked now. */
    pending: marking.isPending ? marking.variables.outcome : undefined,
    /** The last mark of a disputed meeting, whose state stays as it is. */
    noted: marking.data && marking.variables?.outcome,
  };
}
