import type { Application } from '@app/contracts/project/applications.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { openSurveyWords as words } from '@app/words/own-submissions.ts';
import { useNavigate } from 'react-router';
import { deadline } from '../../format/deadline.ts';
import { useOpenSurvey } from '../../product/submissions/use-open-survey.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

export function SurveyPlace({ study, startBy }: { study: Application['study']; startBy: string }) {
  const { id, durationInMinutes } = study;
  const navigate = useNavigate();
  const toStudies = () => void navigate(paths.ownStudy(id), { replace: true });
  const { open, isOpening, modal } = useOpenSurvey(id, toStudies);
  if (modal) return modal;
  return (
    <Modal
      isOpen
      onClose={toStudies}
      title={words.placeTitle(deadline(startBy))}
      isSuccess
      actions={
        <>
          <Button isBusy={isOpening} onClick={open}>
            {words.open}
          </Button>
          <Button variant="quiet" size="small" onClick={toStudies}>
            {words.later}
          </Button>
        </>
      }
    >
      {words.placeText(durationInMinutes)}
    </Modal>
  );
}
