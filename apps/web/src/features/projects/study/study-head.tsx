import { projectWords } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { studyPageWords as words } from '@app/words/study-page.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Copy, Pause, Pencil, Play, Share2, Users, Wallet } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { Breadcrumb } from '../../../product/breadcrumb.tsx';
import { StudyState } from '../../../product/study-state.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { lazyPart } from '../../../ui/states.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { studyDayText, studyNote } from '../studies/study-words.ts';
import { useTransitionStudy } from '../studies/use-transition-study.ts';

const ShareModal = lazyPart(async () => (await import('./share-modal.tsx')).ShareModal);

const iconClass = 'size-5';
const quiet = { variant: 'plain', size: 'small' } as const;

interface StudyHeadProps {
  study: Study;
  counts: ApplicantCounts | undefined;
  /** False for a researcher who is not verified and can only read. */
  mayChange: boolean;
}

function Actions({ study, counts, mayChange }: StudyHeadProps) {
  const { id, projectId, state, suspension, name } = study;
  const { transition, isTransitioning } = useTransitionStudy(study);
  const asked = useLocation().state as { isSharing?: boolean } | null;
  const [isSharing, setIsSharing] = useState(asked?.isSharing === true);
  const isPaused = state === 'PAUSED';
  const isUnderWay = !suspension && (isPaused || state === 'PUBLISHED');
  return (
    <div className="flex flex-wrap gap-2">
      {state !== 'DRAFT' && (
        <LinkButton to={paths.studyApplicants(id)} className="max-sm:grow">
          <Users aria-hidden="true" className={iconClass} />
          {words.applicants(counts?.byStatus.PENDING ?? 0)}
        </LinkButton>
      )}
      {state === 'DRAFT' && mayChange && (
        <LinkButton to={paths.continueStudy(projectId, id)} className="max-sm:grow">
          <Pencil aria-hidden="true" className={iconClass} />
          {controls.continue}
        </LinkButton>
      )}
      {/* The menu opens to the left, so it stays at the right edge, even alone on a line with large text. */}
      <div className={cx('flex flex-wrap justify-end gap-2', isUnderWay && 'max-sm:grow')}>
        {isUnderWay && (
          <Button variant="secondary" className="max-sm:grow" onClick={() => setIsSharing(true)}>
            <Share2 aria-hidden="true" className={iconClass} />
            {words.share}
          </Button>
        )}
        <MoreMenu label={controls.moreNamed(name)} isBig>
          {() => (
            <>
              <LinkButton {...quiet} to={paths.studyBudget(id)}>
                <Wallet aria-hidden="true" className={iconClass} />
                {words.budget}
              </LinkButton>
              {isUnderWay && mayChange && (
                // One button has both states. So it keeps the focus, and a double click does only one thing.
                <Button
                  {...quiet}
                  isBusy={isTransitioning}
                  onClick={({ detail }) => detail < 2 && transition(isPaused ? 'RESUME' : 'PAUSE')}
                >
                  {isPaused ? (
                    <Play aria-hidden="true" className={iconClass} />
                  ) : (
                    <Pause aria-hidden="true" className={iconClass} />
                  )}
                  {isPaused ? controls.resume : controls.pause}
                </Button>
              )}
              {mayChange && (
                <LinkButton {...quiet} to={paths.copyStudy(projectId, id)} aria-label={words.copyNamed(name)}>
                  <Copy aria-hidden="true" className={iconClass} />
                  {words.copy}
                </LinkButton>
              )}
            </>
          )}
        </MoreMenu>
      </div>
      {isSharing && isUnderWay && <ShareModal study={study} onClose={() => setIsSharing(false)} />}
    </div>
  );
}

export function StudyHead(props: StudyHeadProps) {
  const { study } = props;
  const note = studyNote(study);
  return (
    <div className="mb-6">
      <Breadcrumb above={[{ label: study.projectName, to: paths.project(study.projectId) }]} />
      <h1 className="wrap-anywhere">{study.name}</h1>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 text-sm text-cocoa-2 wrap-anywhere">
          <span className="mr-1.5">
            <StudyState study={study} />
          </span>
          {projectWords.publicNameIs(study.publicName)} · {studyDayText(study)}
        </p>
        <Actions {...props} />
      </div>
      {study.suspension ? (
        <Banner tone="bad" title={controls.suspendedTitle} className="mt-3">
          <p className="whitespace-pre-line">{study.suspension.reason}</p>
          <p className="mt-1">{controls.suspendedText}</p>
        </Banner>
      ) : (
        note && <p className="mt-3 max-w-text text-sm text-cocoa-2">{note}</p>
      )}
    </div>
  );
}
