import { studyDialogWords as dialogs } from '@app/words/study-dialogs.ts';
import { studyWizardWords as words } from '@app/words/study-wizard.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { stagesThatDiffer } from './own-drafts.ts';

interface ChangedModalProps {
  saved: Study;
  onKeepOwn: () => void;
  onTakeSaved: () => void;
  onClose: () => void;
}

export function ChangedModal({ saved, onKeepOwn, onTakeSaved, onClose }: ChangedModalProps) {
  const differing = stagesThatDiffer(saved).map((stage) => words.stages[stage - 1]!);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={dialogs.changedTitle}
      actions={
        <>
          <Button onClick={onKeepOwn}>{dialogs.keepOwn}</Button>
          <Button variant="secondary" onClick={onTakeSaved}>
            {dialogs.takeSaved}
          </Button>
        </>
      }
    >
      <p>{dialogs.changedText}</p>
      <p className="mt-2">
        {differing.length === 0 ? dialogs.changedSame : dialogs.changedStages(differing)}
      </p>
    </Modal>
  );
}
