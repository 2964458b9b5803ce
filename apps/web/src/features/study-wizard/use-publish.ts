import { studyWizardMessages as words } from '@app/contracts/messages/study-wizard.ts';
import { createStudy, deleteStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import type { StudyPublish } from '@app/contracts/project/studies.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { callProject, newIdempotencyKey } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { paths } from '../../app/paths.ts';
import { clearDrafts, readDraft, writeDraft } from '../../forms/drafts.ts';
import type { DraftForm } from '../../forms/use-draft-form.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { toast } from '../../ui/toast.ts';
import { type PublishEdges, publishNewStudy, type SentDraft } from './publish-study.ts';
import { ALL_DRAFTS, DRAFT_KEYS, studyOf } from './stages.ts';

const edges: PublishEdges = {
  create: (body, idempotencyKey) => callProject(createStudy, { body, idempotencyKey }),
  publish: (id, body, idempotencyKey) => callProject(publishStudy, { params: { id }, body, idempotencyKey }),
  remove: (id) => callProject(deleteStudy, { params: { id } }),
  memory: {
    read: () => readDraft(DRAFT_KEYS.sent) as SentDraft | null,
    write: (sent) => (sent === null ? clearDrafts([DRAFT_KEYS.sent]) : writeDraft(DRAFT_KEYS.sent, sent)),
  },
  newKey: newIdempotencyKey,
};

const NO_DRAFT_ANY_MORE = new Set<CallFailed['code']>([
  'STUDY_IS_PUBLISHED',
  'STUDY_IS_PAUSED',
  'STUDY_IS_CLOSED',
]);

type PlanForm = DraftForm<typeof StudyPublish>;

/** Sends the whole study (S-315): afterwards the wizard is empty again and the project page shows it. */
export function usePublish(projectId: string, draft: PlanForm) {
  const navigate = useNavigate();
  const client = useQueryClient();

  async function leaveForProject(): Promise<void> {
    clearDrafts(ALL_DRAFTS);
    draft.clearDraft();
    // The key under which the projects feature keeps all that it reads. An older list would show the project without it.
    client.removeQueries({ queryKey: ['projects'] });
    await navigate(paths.project(projectId), { replace: true });
  }

  return useSubmit(
    draft,
    async (plan, key) => {
      const study = studyOf(projectId);
      // Another tab has cleared an earlier stage; the wizard opens at the first one that is missing.
      if (study === undefined) return void navigate({ search: '' }, { replace: true });
      await publishNewStudy(study, plan, key, edges);
      toast.success(words.published);
      return leaveForProject();
    },
    (error) => {
      if (!(error instanceof CallFailed) || !NO_DRAFT_ANY_MORE.has(error.code)) return false;
      // An earlier try has published it with other dates, only its answer was lost: the project page shows how it is.
      toastFailure(error);
      void leaveForProject();
      return true;
    },
  );
}
