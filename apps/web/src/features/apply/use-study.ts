import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { readStudy, type StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { CallFailed, problemFailure } from '../../api/failure.ts';
import { applicationKey, studyKeys } from '../../api/keys.ts';
import { lastKnown } from '../../api/last-known.ts';

/** So often a study that is being answered is looked at, while somebody looks at it. */
const LOOK_AGAIN_MS = 60_000;

/** An id that is none is a study that is not there. */
function isGone(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.code === 'INVALID_INPUT');
}

/** One study as this participant reads it, and three ways to correct what is known of it. */
export function useStudy(userId: string, id: string) {
  const client = useQueryClient();
  const queryKey = studyKeys.one(userId, id);
  const study = useQuery({
    queryKey,
    ...lastKnown(queryKey),
    queryFn: async ({ signal }) => {
      const found = await callProject(readStudy, { params: { id } }, signal);
      // The route is for participants; a researcher's reading means that somebody else has signed in elsewhere.
      if (found.audience !== 'PARTICIPANT') throw problemFailure(404, undefined);
      return found;
    },
    // Always fetched on opening, so that nobody answers a study that is not open any more.
    staleTime: 0,
    // Fetched while somebody answers, and when they come back, so that they learn if it has filled up (BR7).
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => !state.data?.hasApplied && !isGone(state.error) && LOOK_AGAIN_MS,
  });
  return {
    study,
    /** The server shows it no longer; what was last known of it may still be here. */
    isGone: isGone(study.error),
    learn: (news: Partial<StudyForParticipant>) =>
      client.setQueryData<StudyForParticipant>(queryKey, (known) => known && { ...known, ...news }),
    keep(answers: DraftAnswers) {
      client.setQueryData<StudyForParticipant>(
        queryKey,
        (known) => known && { ...known, begunAnswers: { ...known.begunAnswers, ...answers } },
      );
      // A reading that is under way may have been answered before.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    },
    /** Lists that have the study, or lack it, are read anew when they are next looked at. */
    forgetLists: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: studyKeys.open(userId) }),
        client.invalidateQueries({ queryKey: applicationKey(userId) }),
      ]),
  };
}
