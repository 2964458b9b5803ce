import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import { readStudy } from '@app/contracts/project/browsing.ts';
import { deleteStudy, restoreStudy } from '@app/contracts/project/study-calls.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { callProject } from '../../api/call.ts';
import { CallFailed } from '../../api/failure.ts';
import { toastFailure } from '../../api/toast-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { isClosedByDeleting } from './deleting.ts';
import { refetchProjects } from './project-queries.ts';

interface DeleteStudyModalProps {
  study: StudySummary | null;
  onClose: () => void;
  /** Instead of `onClose`, once the study is gone. */
  onDeleted: () => void;
}

/** Asked of the cache and not of the last drawing, so that a double click is one. */
const DELETING = ['delete-study'];

interface Deletion {
  study: StudySummary;
  /** No pointer has pressed the button (its click counts no presses). */
  isByKeyboard: boolean;
}

/** The server keeps what was deleted for a day; the offer stands for 10 seconds (WZ8). */
async function restore(client: QueryClient, id: string): Promise<void> {
  try {
    await callProject(restoreStudy, { params: { id } });
    await refetchProjects(client);
    toast.success(words.studyRestored);
  } catch (error) {
    toastFailure(error);
  }
}

/** Somebody may have applied while the question stood: then the study is closed, and there is nothing to undo. */
async function isClosedNow(study: StudySummary): Promise<boolean> {
  try {
    await callProject(readStudy, { params: { id: study.id } });
    return true;
  } catch (error) {
    return isUnknown(error) ? false : isClosedByDeleting(study);
  }
}

const isUnknown = (error: unknown) => error instanceof CallFailed && error.code === 'STUDY_NOT_FOUND';

/** Not what the person has confirmed any more: the list shows what there is now. */
const isOutdated = (error: unknown) =>
  isUnknown(error) || (error instanceof CallFailed && error.code === 'STALE');

/** Asks first and names what goes; afterwards the project is read again and the delete id cleared (S-316). */
export function DeleteStudyModal({ study, onClose, onDeleted }: DeleteStudyModalProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationKey: DELETING,
    mutationFn: async ({ study: deleted }: Deletion) => {
      await callProject(deleteStudy, { params: { id: deleted.id }, ifVersion: deleted.version });
      return isClosedNow(deleted);
    },
    onSuccess: async (isClosed, { study: gone, isByKeyboard }) => {
      await refetchProjects(client);
      onDeleted();
      if (isClosed) return toast.success(words.studyClosed);
      const onPress = () => void restore(client, gone.id);
      toast.success(words.studyDeleted, {
        action: { label: words.undo, onPress, takesFocus: isByKeyboard },
      });
    },
    onError: (error) => {
      toastFailure(error);
      if (!isOutdated(error)) return;
      void refetchProjects(client);
      onDeleted();
    },
  });
  if (study === null) return <Modal isOpen={false} onClose={onClose} title="" />;
  function confirm(event: MouseEvent) {
    if (study === null || client.isMutating({ mutationKey: DELETING }) > 0) return;
    remove.mutate({ study, isByKeyboard: event.detail === 0 });
  }
  const isClosing = isClosedByDeleting(study);
  const text = study.state === 'DRAFT' ? words.deleteDraftText : words.deletePublishedText;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={
        <span className="wrap-anywhere">
          {isClosing ? words.closeStudyTitle(study.name) : words.deleteStudyTitle(study.name)}
        </span>
      }
      actions={
        <>
          <Button variant="danger" isBusy={remove.isPending} onClick={confirm}>
            {isClosing ? words.closeStudyAction : words.deleteStudyAction}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {words.keepStudy}
          </Button>
        </>
      }
    >
      {isClosing ? words.closeStudyText(study.appliedCount) : text}
    </Modal>
  );
}
