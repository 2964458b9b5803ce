import { failureWords } from '@app/words/failures.ts';
import { projectWords as words } from '@app/words/projects.ts';
import { studyControlWords } from '@app/words/study-controls.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { deleteStudy, restoreStudy } from '@app/contracts/project/study-calls.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { callProject } from '../../../api/call.ts';
import { CallFailed, failureMessage } from '../../../api/failure.ts';
import { toastFailure } from '../../../api/toast-failure.ts';
import { useSingleCall } from '../../../api/use-single-call.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { toast } from '../../../ui/toast.ts';
import { refetchProjects } from '../project-queries.ts';
import { changedElsewhereText } from './use-transition-study.ts';

interface DeleteStudyModalProps {
  study: StudySummary;
  onKeep: () => void;
  onDeleted: () => void;
  onKept: () => void;
}

/**
 * If the study does not exist, it counts as deleted: by another tab, or by a call whose response was lost.
 */
async function remove({ id, version }: StudySummary): Promise<void> {
  try {
    await callProject(deleteStudy, { params: { id }, ifVersion: version });
  } catch (error) {
    if (!(error instanceof CallFailed) || error.code !== 'STUDY_NOT_FOUND') throw error;
  }
}

/**
 * If someone has applied in the meantime, the server has closed the study instead. This cannot be undone
 * (D-32).
 */
async function stillExists({ id }: StudySummary): Promise<boolean> {
  try {
    await callProject(readStudy, { params: { id } });
    return true;
  } catch {
    return false;
  }
}

interface Deleted {
  id: string;
  takesFocus: boolean;
}

/** Offers the undo for 10 seconds. On the server, it is possible for a day. */
function offerUndo(client: QueryClient, deleted: Deleted): void {
  const action = { label: words.undo, onPress: () => void restore(client, deleted) };
  toast.success(words.studyDeleted, { action: { ...action, takesFocus: deleted.takesFocus } });
}

async function restore(client: QueryClient, deleted: Deleted): Promise<void> {
  const { id, takesFocus } = deleted;
  try {
    await callProject(restoreStudy, { params: { id } });
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'STUDY_NOT_FOUND') {
      return toast.error(studyControlWords.cannotRestore);
    }
    const action = { label: failureWords.tryAgain, onPress: () => void restore(client, deleted) };
    return toast.error(failureMessage(error), { action: { ...action, takesFocus } });
  }
  await refetchProjects(client);
  toast.success(words.studyRestored);
}

/** S-316 specifies the delete id. */
export function DeleteStudyModal({ study, onKeep, onDeleted, onKept }: DeleteStudyModalProps) {
  const client = useQueryClient();
  const deletion = useSingleCall<boolean, { isByKeyboard: boolean }>(['delete-study'], {
    mutationFn: async () => {
      await remove(study);
      return stillExists(study);
    },
    onSuccess: async (isClosed, { isByKeyboard }) => {
      await refetchProjects(client);
      if (isClosed) {
        onKept();
        return toast.success(words.studyClosed);
      }
      onDeleted();
      return offerUndo(client, { id: study.id, takesFocus: isByKeyboard });
    },
    onError: async (error) => {
      const elsewhere = changedElsewhereText(error);
      if (elsewhere === undefined) return toastFailure(error);
      toast.info(elsewhere);
      await refetchProjects(client);
      return onKept();
    },
  });
  function confirm(event: MouseEvent) {
    // If a click comes from the keyboard, its detail is 0.
    deletion.mutate({ isByKeyboard: event.detail === 0 });
  }
  return (
    <Modal
      isOpen
      onClose={onKeep}
      title={words.deleteStudyTitle(study.name)}
      actions={
        <Button variant="danger" isBusy={deletion.isPending} onClick={confirm}>
          {words.deleteStudyAction}
        </Button>
      }
      keep={words.keepStudy}
    >
      <p>{study.state === 'DRAFT' ? words.deleteDraftText : words.deletePublishedText}</p>
      {study.mayHaveBudget && <p className="mt-3">{words.paidComesBack}</p>}
    </Modal>
  );
}
