import { studyControlWords as words } from '@app/words/study-controls.ts';
import { closeStudy, pauseStudy, resumeStudy } from '@app/contracts/project/study-calls.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { cacheOwnStudy } from '../../../api/own-study.ts';
import { callProject } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { toast } from '../../../ui/toast.ts';
import { refetchProjects, refetchStudy } from '../project-queries.ts';

const calls = { PAUSE: pauseStudy, RESUME: resumeStudy, CLOSE: closeStudy };
const done = { PAUSE: words.paused, RESUME: words.resumed, CLOSE: words.closed };
export type StudyTransition = keyof typeof calls;

/** Returns undefined if the refusal has another reason than a change elsewhere. */
export function changedElsewhereText(error: unknown): string | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  if (error.code === 'STUDY_NOT_FOUND') return words.gone;
  if (error.code === 'STUDY_IS_CLOSED') return words.closedAlready;
  return error.code === 'STALE' || error.code === 'STUDY_IS_DRAFT' ? words.changed : undefined;
}

export function showChangeElsewhere(
  client: QueryClient,
  id: string,
  error: unknown,
): Promise<void> | undefined {
  const elsewhere = changedElsewhereText(error);
  if (elsewhere === undefined) return undefined;
  toast.info(elsewhere);
  return refetchStudy(client, id);
}

interface Settled {
  onTransitioned?: () => void;
  onElsewhere?: () => void;
}

export function useTransitionStudy(
  { id, version }: Pick<StudySummary, 'id' | 'version'>,
  { onTransitioned, onElsewhere }: Settled = {},
) {
  const client = useQueryClient();
  const change = useSingleCall(['change-study', id], {
    mutationFn: (transition: StudyTransition) =>
      callProject(calls[transition], { params: { id }, ifVersion: version }),
    onSuccess(study, transition) {
      cacheOwnStudy(client, study);
      void refetchProjects(client);
      onTransitioned?.();
      toast.success(done[transition]);
    },
    async onError(error) {
      const shown = showChangeElsewhere(client, id, error);
      if (shown === undefined) return toastFailure(error);
      await shown;
      onElsewhere?.();
    },
  });
  return { transition: change.mutate, isTransitioning: change.isPending };
}
