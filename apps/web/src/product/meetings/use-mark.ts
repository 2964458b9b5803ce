import { researcherMeetingWords as words } from '@app/words/researcher-meetings.ts';
import { markAttendance } from '@app/contracts/project/attendance.ts';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { useSingleCall } from '../../api/use-single-call.ts';
import type { BodyOf } from '@app/contracts/endpoint.ts';
import { useQueryClient } from '@tanstack/react-query';
import { meetingKeys } from '../../api/keys.ts';
import { toast } from '../../ui/toast.ts';
import {
  deletePendingCall,
  inFlight,
  isCallPending,
  addPendingCall,
  pendingCalls,
} from '../pending-calls.ts';

export type AttendanceOutcome = BodyOf<typeof markAttendance>['outcome'];

async function sendMark(id: string, outcome: AttendanceOutcome) {
  // Waits for a word that was sent before, so that it does not arrive later than this.
  await Promise.allSettled([...inFlight].flatMap(([sent, about]) => (about === id ? sent : [])));
  const pending = pendingCalls().find((call) => call.id === id);
  // If a pending word were sent later, it would undo this.
  if (pending && outcome !== 'ATTENDED') deletePendingCall(pending);
  try {
    const { state } = await callProject(markAttendance, { params: { id }, body: { outcome } });
    if (pending) deletePendingCall(pending);
    return state;
  } catch (error) {
    // If the error has no code, the server may have stored the mark.
    if (pending && !isCallPending(id) && error instanceof CallFailed && error.code) addPendingCall(pending);
    throw error;
  }
}

/** The meeting is read again even after a refusal, because its state may have changed. */
export function useMark(key: string) {
  const client = useQueryClient();
  const marking = useSingleCall(['mark', key], {
    mutationFn: async ({ ids, outcome }: { ids: readonly string[]; outcome: AttendanceOutcome }) => {
      let state;
      for (const id of ids) state = await sendMark(id, outcome);
      // If the mark does not agree with the participant's report, an admin decides.
      return state === 'NOBODY_CAME' && outcome !== 'UNMARKED';
    },
    onSuccess: (isRecorded, { outcome }) => {
      toast.success(isRecorded ? words.accountRecorded : words.marked[outcome]);
    },
    onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all() }),
  });
  return {
    mark: marking.mutate,
    pending: marking.isPending ? marking.variables.outcome : undefined,
    /** The state of a disputed meeting does not change, so the chosen mark is stored here. */
    marked: marking.data && marking.variables?.outcome,
  };
}
