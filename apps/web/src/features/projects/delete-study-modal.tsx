import { projectMessages as words } from '@app/contracts/messages/projects.ts';
import { deleteStudy, type StudySummary } from '@app/contracts/project/studies.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Asks first and names what goes; afterwards the project is read again and the delete id cleared (S-316). */
export function DeleteStudyModal({ study, onClose, onDeleted }: DeleteStudyModalProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationKey: DELETING,
    mutationFn: (one: StudySummary) => callProject(deleteStudy, { params: { id: one.id } }),
    onSuccess: async (_, one) => {
      await refetchProjects(client);
      onDeleted();
      toast.success(isClosedByDeleting(one) ? words.studyClosed : words.studyDeleted);
    },
    onError: (error) => {
      toastFailure(error);
      if (!(error instanceof CallFailed) || error.code !== 'STUDY_NOT_FOUND') return;
      void refetchProjects(client);
      onDeleted();
    },
  });
  if (study === null) return <Modal isOpen={false} onClose={onClose} title="" />;
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
          <Button
            variant="danger"
            isBusy={remove.isPending}
            onClick={() => client.isMutating({ mutationKey: DELETING }) === 0 && remove.mutate(study)}
          >
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
