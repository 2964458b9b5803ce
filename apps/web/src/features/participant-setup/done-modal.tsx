import { participantSetupMessages as words } from '@app/words/participant-setup.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

interface DoneModalProps {
  isOpen: boolean;
  studyId: string | null;
  leave: (to: string) => void;
}

/** The study that the person came for, else the studies. */
export const goalOf = (studyId: string | null) =>
  studyId === null ? paths.browseStudies : paths.studyApply(encodeURIComponent(studyId));

/** Good news, and on to the study that the person came for, else to the studies (S-401). */
export function DoneModal({ isOpen, studyId, leave }: DoneModalProps) {
  const next = goalOf(studyId);
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => leave(next)}
      title={words.doneTitle}
      isSuccess
      actions={
        <>
          <Button onClick={() => leave(next)}>{studyId === null ? words.toBrowse : words.toStudy}</Button>
          <Button
            variant="secondary"
            onClick={() => leave(studyId === null ? paths.studies : paths.browseStudies)}
          >
            {studyId === null ? words.toStudies : words.toBrowse}
          </Button>
        </>
      }
    >
      {studyId === null ? words.doneText : words.doneForStudyText}
    </Modal>
  );
}
