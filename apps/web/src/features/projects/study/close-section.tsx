import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { studyControlMessages as controls } from '@app/words/study-controls.ts';
import { studyPageMessages as words } from '@app/words/study-page.ts';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { CloseStudyModal } from '../studies/close-study-modal.tsx';

interface CloseSectionProps {
  study: Study;
  counts: ApplicantCounts | undefined;
}

/** For good, so it stands below everything and away from what can be taken back. */
export function CloseSection({ study, counts }: CloseSectionProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [closings, setClosings] = useState(0);
  // The button goes with what it offered.
  useHeadingFocus(closings);
  if (study.state !== 'PUBLISHED' && study.state !== 'PAUSED') return null;
  function settle() {
    setIsAsking(false);
    setClosings(closings + 1);
  }
  return (
    <section className="mt-10 border-t border-line pt-6">
      <h2 className="text-lg">{words.closeHeading}</h2>
      <p className="mt-1 max-w-text text-sm text-cocoa-2">{words.closeText}</p>
      <Button variant="quietDanger" className="mt-4 border-laterite!" onClick={() => setIsAsking(true)}>
        {controls.closeAction}
      </Button>
      {isAsking && (
        <CloseStudyModal
          study={{ ...study, pendingCount: counts?.byStatus.PENDING ?? 0 }}
          onKeep={() => setIsAsking(false)}
          onSettled={settle}
        />
      )}
    </section>
  );
}
