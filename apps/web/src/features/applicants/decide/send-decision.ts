import { decideApplicants } from '@app/contracts/project/applicants.ts';
import type { QueryClient } from '@tanstack/react-query';
import { callProject, newIdempotencyKey } from '../../../api/call.ts';
import { applicantKeys, meetingKeys } from '../../../api/keys.ts';
import { serverNow } from '../../../api/server-clock.ts';
import { createSubmitKeys } from '../../../forms/submit-key.ts';
import { changeRows, refetchCounts } from '../applicant-queries.ts';
import { rowUpdatesAfterDecision, decideAll, type Verdict } from './decision-rules.ts';

const keys = createSubmitKeys(newIdempotencyKey);

const OF_MEETINGS: ReadonlySet<string> = new Set(['MEETING_IS_MARKED', 'HAS_MEETING', 'APPLICANT_HAS_ACTED']);

export async function sendDecision(
  client: QueryClient,
  studyId: string,
  ids: readonly string[],
  verdict: Verdict,
) {
  const outcome = await decideAll(ids, async (applicationIds) => {
    const body = { applicationIds, ...verdict };
    try {
      const idempotencyKey = keys.keyFor({ studyId, body });
      const reply = await callProject(decideApplicants, { params: { id: studyId }, body, idempotencyKey });
      keys.ended();
      return reply;
    } catch (error) {
      keys.ended(error);
      throw error;
    }
  });
  changeRows(client, studyId, rowUpdatesAfterDecision(outcome, verdict, new Date(serverNow()).toISOString()));
  refetchCounts(client, studyId);
  const isStale = outcome.undecided.some(({ because }) => OF_MEETINGS.has(because));
  if (verdict.cancelsMeeting || isStale) {
    void client.invalidateQueries({ queryKey: applicantKeys.meetings(studyId) });
    void client.invalidateQueries({ queryKey: meetingKeys.all() });
  }
  return outcome;
}
