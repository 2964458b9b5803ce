import { projectMessages } from '@app/words/projects.ts';
import { studyControlMessages as words } from '@app/words/study-controls.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useMoveStudy } from './use-move-study.ts';

interface CloseStudyModalProps {
  study: StudySummary;
  onKeep: () => void;
  /** Once it is closed, or is shown anew because it was changed elsewhere. */
  onSettled: () => void;
}

/** Closing is for good: asks, and says who is told. */
export function CloseStudyModal({ study, onKeep, onSettled }: CloseStudyModalProps) {
  const { move, isMoving } = useMoveStudy(study, { onMoved: onSettled, onElsewhere: onSettled });
  return (
    <Modal
      isOpen
      onClose={onKeep}
      title={words.closeTitle(study.name)}
      actions={
        <>
          <Button variant="danger" isBusy={isMoving} onClick={() => move('CLOSE')}>
            {words.closeAction}
          </Button>
          <Button variant="secondary" onClick={onKeep}>
            {projectMessages.keepStudy}
          </Button>
        </>
      }
    >
      <p>{words.closeText}</p>
      <p className="mt-2">{words.told(study.pendingCount, study.acceptedCount)}</p>
    </Modal>
  );
}
