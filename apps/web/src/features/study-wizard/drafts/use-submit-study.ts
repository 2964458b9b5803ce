import { payWords } from '@app/words/pay.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { createStudy, editStudy, publishStudy } from '@app/contracts/project/study-calls.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { callProject, newIdempotencyKey } from '../../../api/call.ts';
import { CallFailed } from '../../../api/failure.ts';
import { projectKeys } from '../../../api/keys.ts';
import { deleteLastKnown } from '../../../api/last-known.ts';
import { cacheOwnStudy } from '../../../api/own-study.ts';
import { dismissFailures, toastFailure } from '../../../api/toast-failure.ts';
import { clearDrafts, writeDraft } from '../../../forms/drafts.ts';
import { DRAFT_KEYS, type WizardScope } from '../../../product/study-drafts.ts';
import { studyFromDrafts } from '../../../product/study-from-drafts.ts';
import { toast } from '../../../ui/toast.ts';
import type { PublishPlan } from '../pay/plan-and-pay.ts';
import { setDraftScope, readServerDraft } from './own-drafts.ts';
import { DraftChanged, type DraftDeps, saveDraft, publishDraft } from './server-draft.ts';
import { ALL_DRAFTS } from './stages.ts';
import { toStudyEdit } from './study-content.ts';

export async function readOwnStudy(id: string, signal?: AbortSignal): Promise<Study> {
  const study = await callProject(readStudy, { params: { id } }, signal);
  if (study.audience !== 'RESEARCHER') throw new Error('A researcher reads their own studies');
  return study;
}

const deps: DraftDeps = {
  create: (body, idempotencyKey) => callProject(createStudy, { body, idempotencyKey }),
  edit: (id, study, ifVersion) =>
    callProject(editStudy, { params: { id }, body: toStudyEdit(study), ...(ifVersion ? { ifVersion } : {}) }),
  read: readOwnStudy,
  publish: (id, body, idempotencyKey, ifVersion) =>
    callProject(publishStudy, {
      params: { id },
      body,
      idempotencyKey,
      ...(ifVersion ? { ifVersion } : {}),
    }),
  memory: {
    read: readServerDraft,
    write: (draft) =>
      draft === null ? clearDrafts([DRAFT_KEYS.server]) : writeDraft(DRAFT_KEYS.server, draft),
  },
  newKey: newIdempotencyKey,
};

const NO_DRAFT_ANY_MORE = new Set<CallFailed['code']>([
  'STUDY_IS_PUBLISHED',
  'STUDY_IS_PAUSED',
  'STUDY_IS_CLOSED',
]);

interface Ways {
  leave: () => void;
  toBudget: (studyId: string) => void;
  toStudy: (studyId: string) => void;
  /** Called if another tab has cleared an earlier stage. */
  toFirst: () => void;
  /** Called if the draft was changed elsewhere. So no change is lost. */
  onChanged: (saved: Study) => void;
  onKept: () => void;
}

export interface StudySending {
  publish: (plan: PublishPlan, key: string) => Promise<void>;
  save: (incentive: number) => Promise<string | undefined>;
  /** Saves the draft on the server. Its plan stays on this device. */
  keep: () => Promise<void>;
  isKeeping: boolean;
  hasDealtWith: (error: unknown) => boolean;
}

function useDraftFailures(scope: WizardScope, { leave, toBudget, onChanged }: Ways) {
  const client = useQueryClient();
  function refreshProjectLists(): void {
    // A cached list would show the project without this study.
    client.removeQueries({ queryKey: projectKeys.all(), type: 'inactive' });
    void client.invalidateQueries({ queryKey: projectKeys.all(), refetchType: 'none' });
  }
  function leaveForProject(): void {
    refreshProjectLists();
    leave();
  }
  function hasDealtWith(error: unknown): boolean {
    if (error instanceof DraftChanged) {
      onChanged(error.saved);
      return true;
    }
    const serverDraftId = readServerDraft()?.id;
    const isUnpaid = error instanceof CallFailed && error.code === 'STUDY_NOT_FUNDED';
    const isClosed = error instanceof CallFailed && error.code === 'BUDGET_IS_CLOSED';
    if ((isUnpaid || isClosed) && serverDraftId !== undefined) {
      setDraftScope({ ...scope, studyId: serverDraftId });
      if (isUnpaid) toast.info(payWords.fundFirst);
      else toastFailure(error);
      refreshProjectLists();
      toBudget(serverDraftId);
      return true;
    }
    if (!(error instanceof CallFailed) || !NO_DRAFT_ANY_MORE.has(error.code)) return false;
    // The study is already published, from elsewhere or by an attempt whose response was lost.
    toastFailure(error);
    clearDrafts(ALL_DRAFTS);
    leaveForProject();
    return true;
  }
  return { refreshProjectLists, leaveForProject, hasDealtWith };
}

export function useStudySending(scope: WizardScope, ways: Ways): StudySending {
  const { toFirst, toStudy, onKept } = ways;
  const client = useQueryClient();
  const { refreshProjectLists, leaveForProject, hasDealtWith } = useDraftFailures(scope, ways);
  const [isKeeping, setIsKeeping] = useState(false);
  const isUnderWay = useRef(false);

  async function send(): Promise<void> {
    const study = studyFromDrafts(scope.projectId);
    if (study === undefined) return toFirst();
    const { id } = await saveDraft(study, deps);
    setDraftScope({ ...scope, studyId: id });
    toast.success(words.draftSaved);
    onKept();
    return leaveForProject();
  }

  return {
    isKeeping,
    hasDealtWith,
    async keep() {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      setIsKeeping(true);
      dismissFailures();
      try {
        await send();
      } catch (error) {
        if (!hasDealtWith(error)) toastFailure(error);
      } finally {
        isUnderWay.current = false;
        setIsKeeping(false);
      }
    },
    async save(incentive) {
      const study = studyFromDrafts(scope.projectId);
      if (study === undefined) {
        toFirst();
        return undefined;
      }
      try {
        return (await saveDraft({ ...study, incentive }, deps)).id;
      } catch (error) {
        if (!hasDealtWith(error)) throw error;
        return undefined;
      }
    },
    async publish({ incentive, ...plan }, key) {
      const study = studyFromDrafts(scope.projectId);
      if (study === undefined) return toFirst();
      const published = await publishDraft({ ...study, incentive }, plan, key, deps);
      toast.success(words.published);
      clearDrafts(ALL_DRAFTS);
      deleteLastKnown(projectKeys.studies(scope.projectId));
      cacheOwnStudy(client, published);
      if (plan.mode !== 'ONLINE') return leaveForProject();
      // The researcher must next put the completion codes into the survey.
      refreshProjectLists();
      return toStudy(published.id);
    },
  };
}
