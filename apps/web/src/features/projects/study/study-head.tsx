import { projectWords } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { studyPageWords as words } from '@app/words/study-page.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Copy, Pause, Pencil, Play, Share2, Users, Wallet } from 'lucide-react';
import { useState } from 'react';
import { Breadcrumb } from '../../../product/breadcrumb.tsx';
import { StudyState } from '../../../product/study-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { dayOf, noteOf } from '../studies/study-words.ts';
import { useMoveStudy } from '../studies/use-move-study.ts';

const ShareModal = lazyPart(async () => (await import('./share-modal.tsx')).ShareModal);

const iconClass = 'size-5';

interface StudyHeadProps {
  study: Study;
  counts: ApplicantCounts | undefined;
  /** A researcher whose company is not verified any more reads on. */
  mayChange: boolean;
}

function Actions({ study, counts, mayChange }: StudyHeadProps) {
  const { id, projectId, state, name } = study;
  const { move, isMoving } = useMoveStudy(study);
  const [isSharing, setIsSharing] = useState(false);
  const isPaused = state === 'PAUSED';
  const isUnderWay = isPaused || state === 'PUBLISHED';
  return (
    <div className="flex flex-wrap gap-2 sm:flex-row-reverse sm:justify-end lg:shrink-0 lg:justify-start">
      {state !== 'DRAFT' && (
        <LinkButton to={paths.studyApplicants(id)} className="max-sm:w-full">
          <Users aria-hidden="true" className={iconClass} />
          {words.applicants(counts?.byStatus.PENDING ?? 0)}
        </LinkButton>
      )}
      {state === 'DRAFT' && mayChange && (
        <LinkButton to={paths.continueStudy(projectId, id)} className="max-sm:w-full">
          <Pencil aria-hidden="true" className={iconClass} />
          {controls.continue}
        </LinkButton>
      )}
      {isUnderWay && mayChange && (
        // One button with two states: it keeps the focus, also for the second press of a double click.
        <Button
          variant="secondary"
          isBusy={isMoving}
          onClick={({ detail }) => detail < 2 && move(isPaused ? 'RESUME' : 'PAUSE')}
        >
          {isPaused ? (
            <Play aria-hidden="true" className={iconClass} />
          ) : (
            <Pause aria-hidden="true" className={iconClass} />
          )}
          {isPaused ? controls.resume : controls.pause}
        </Button>
      )}
      {isUnderWay && (
        <Button variant="secondary" onClick={() => setIsSharing(true)}>
          <Share2 aria-hidden="true" className={iconClass} />
          {words.share}
        </Button>
      )}
      <LinkButton variant="secondary" to={paths.studyBudget(id)}>
        <Wallet aria-hidden="true" className={iconClass} />
        {words.budget}
      </LinkButton>
      {mayChange && (
        <LinkButton variant="plain" to={paths.copyStudy(projectId, id)} aria-label={words.copyNamed(name)}>
          <Copy aria-hidden="true" className={iconClass} />
          {words.copy}
        </LinkButton>
      )}
      {isSharing && <ShareModal study={study} onClose={() => setIsSharing(false)} />}
    </div>
  );
}

/** Where the study lies, what it is called, how it stands, and what can be done with it now. */
export function StudyHead(props: StudyHeadProps) {
  const { study } = props;
  const note = noteOf(study);
  return (
    <div className="mb-6">
      <Breadcrumb above={[{ label: study.projectName, to: paths.project(study.projectId) }]} />
      <div className="flex flex-col gap-4 lg:flex-row lg:items-start lg:justify-between">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <h1 className="min-w-0 wrap-anywhere">{study.name}</h1>
            <StudyState study={study} />
          </div>
        </div>
        <Actions {...props} />
      </div>
      <p className="mt-1 text-sm text-cocoa-2 wrap-anywhere">
        {projectWords.publicNameIs(study.publicName)} · {dayOf(study)}
      </p>
      {note && <p className="mt-3 max-w-text text-sm text-cocoa-2">{note}</p>}
    </div>
  );
}
