import { participantSetupMessages as words } from '@app/contracts/messages/participant-setup.ts';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

/** Good news, and on to the study that the person came for, else to the studies (S-401). */
export function DoneModal({ isOpen, studyId }: { isOpen: boolean; studyId: string | null }) {
  const navigate = useNavigate();
  // In place of the set-up, which does not open a second time.
  const go = (to: string) => void navigate(to, { replace: true });
  const next = studyId === null ? paths.browseStudies : paths.studyApply(encodeURIComponent(studyId));
  return (
    <Modal
      isOpen={isOpen}
      onClose={() => go(next)}
      title={words.doneTitle}
      isSuccess
      actions={
        <>
          <Button onClick={() => go(next)}>{studyId === null ? words.toBrowse : words.toStudy}</Button>
          <Button
            variant="secondary"
            onClick={() => go(studyId === null ? paths.studies : paths.browseStudies)}
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
