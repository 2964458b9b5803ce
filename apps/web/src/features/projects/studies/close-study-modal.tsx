import { studyControlWords as words } from '@app/words/study-controls.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useResearcherSlots } from '../../../product/meetings/use-researcher-slots.ts';
import { useTransitionStudy } from './use-transition-study.ts';

interface CloseStudyModalProps {
  study: Pick<
    StudySummary,
    'id' | 'version' | 'name' | 'pendingCount' | 'acceptedCount' | 'durationInMinutes'
  >;
  onKeep: () => void;
  onSettled: () => void;
}

export function CloseStudyModal({ study, onKeep, onSettled }: CloseStudyModalProps) {
  const isOnline = study.durationInMinutes === null;
  const counts = useResearcherSlots(study.id, !isOnline).data?.counts;
  const { transition, isTransitioning } = useTransitionStudy(study, {
    onTransitioned: onSettled,
    onElsewhere: onSettled,
  });
  return (
    <Modal
      isOpen
      onClose={onKeep}
      title={words.closeTitle(study.name)}
      actions={
        <>
          <Button variant="secondary" onClick={onKeep}>
            {words.keepOpen}
          </Button>
          {/* This button deletes or ends something, so it is far from Cancel. */}
          <Button
            variant="danger"
            isBusy={isTransitioning}
            className="sm:mr-auto"
            onClick={() => transition('CLOSE')}
          >
            {words.closeAction}
          </Button>
        </>
      }
    >
      <p>{words.closeText}</p>
      <p className="mt-2">{words.whoIsNotified(study.pendingCount, study.acceptedCount)}</p>
      {isOnline && <p className="mt-2">{words.surveysStay}</p>}
      {counts && study.acceptedCount > 0 && <p className="mt-2">{words.meetingsStay(counts.taken)}</p>}
    </Modal>
  );
}
