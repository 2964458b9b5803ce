import { readStudy, type StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { DraftAnswers } from '@app/contracts/project/draft-answers.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callProject } from '../../api/call.ts';
import { CallFailed, problemFailure } from '../../api/failure.ts';
import { applicationKey, studyKeys } from '../../api/keys.ts';
import { lastKnownData } from '../../api/last-known.ts';
import { VIEW_SOURCES } from '@app/contracts/project/view-sources.ts';

const LOOK_AGAIN_MS = 60_000;

/** A malformed id is treated like a study that does not exist. */
function isNotThere(error: unknown): boolean {
  return error instanceof CallFailed && (error.status === 404 || error.code === 'INVALID_INPUT');
}

export function useStudy(userId: string, id: string) {
  const client = useQueryClient();
  const queryKey = studyKeys.one(userId, id);
  const study = useQuery({
    queryKey,
    ...lastKnownData(queryKey),
    queryFn: async ({ signal }) => {
      const query = parseViewSource(location.search);
      const found = await callProject(readStudy, { params: { id }, ...(query && { query }) }, signal);
      // If the response is for a researcher, another account was signed in in another tab.
      if (found.audience !== 'PARTICIPANT') throw problemFailure(404, undefined);
      return found;
    },
    // People must not answer a closed study.
    staleTime: 0,
    // A person who is answering must learn that the study is full.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => !state.data?.hasApplied && !isNotThere(state.error) && LOOK_AGAIN_MS,
  });
  return {
    study,
    isGone: isNotThere(study.error),
    learn: (update: Partial<StudyForParticipant>) =>
      client.setQueryData<StudyForParticipant>(queryKey, (known) => known && { ...known, ...update }),
    keep(answers: DraftAnswers) {
      client.setQueryData<StudyForParticipant>(
        queryKey,
        (known) => known && { ...known, draftAnswers: { ...known.draftAnswers, ...answers } },
      );
      // A running read may not include this save.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    },
    invalidateLists: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: studyKeys.open(userId) }),
        client.invalidateQueries({ queryKey: applicationKey(userId) }),
      ]),
  };
}

export function parseViewSource(search: string) {
  const from = new URLSearchParams(search).get('from');
  const source = VIEW_SOURCES.find((one) => one.toLowerCase() === from);
  return source && { from: source };
}
