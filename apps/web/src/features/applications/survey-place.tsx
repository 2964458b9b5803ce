import type { Application } from '@app/contracts/project/applications.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { openSurveyWords as words } from '@app/words/own-submissions.ts';
import { useNavigate } from 'react-router';
import { deadline } from '../../format/deadline.ts';
import { startBy } from '../../product/submissions/may-start.ts';
import { useOpenSurvey } from '../../product/submissions/use-open-survey.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

export function SurveyPlace({ application }: { application: Application }) {
  const { id, durationInMinutes } = application.study;
  const navigate = useNavigate();
  const toStudies = () => void navigate(paths.ownStudy(id), { replace: true });
  const { open, isOpening, modal } = useOpenSurvey(id, toStudies);
  if (modal) return modal;
  return (
    <Modal
      isOpen
      onClose={toStudies}
      title={words.placeTitle(deadline(startBy(application)))}
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
