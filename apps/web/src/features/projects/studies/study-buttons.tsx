import { studyControlWords as controls } from '@app/words/study-controls.ts';
import { studyPageWords } from '@app/words/study-page.ts';
import { projectWords as words } from '@app/words/projects.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { CircleStop, Copy, Pause, Play, Share2, Trash2, Wallet } from 'lucide-react';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { useTransitionStudy } from './use-transition-study.ts';

type StudyControl = 'CONTINUE' | 'PAUSE' | 'RESUME' | 'CLOSE' | 'DELETE' | 'APPLICANTS';

const buttonsByState = {
  DRAFT: ['CONTINUE'],
  PUBLISHED: ['PAUSE', 'CLOSE', 'APPLICANTS'],
  PAUSED: ['RESUME', 'CLOSE', 'APPLICANTS'],
  CLOSED: ['APPLICANTS'],
} as const satisfies Record<StudySummary['state'], readonly StudyControl[]>;

/**
 * docs/states.md describes these actions. A study with applicants cannot be deleted here, because it would
 * only be closed (D-32).
 */
export function studyControls({
  state,
  appliedCount,
}: Pick<StudySummary, 'state' | 'appliedCount'>): ReadonlySet<StudyControl> {
  const possible = new Set<StudyControl>(buttonsByState[state]);
  if (appliedCount === 0) possible.add('DELETE');
  return possible;
}

const iconClass = 'size-4.5';
const main = { variant: 'quiet', size: 'small', className: 'px-2!' } as const;
const small = { variant: 'plain', size: 'small' } as const;
const danger = { variant: 'quietDanger', size: 'small' } as const;

type Question = 'CLOSE' | 'DELETE';

interface StudyButtonsProps {
  study: StudySummary;
  onAsk: (question: Question) => void;
  onElsewhere: () => void;
}

type Transitions = ReturnType<typeof useTransitionStudy>;

interface StudyMenuProps extends Pick<Transitions, 'transition' | 'isTransitioning'> {
  study: StudySummary;
  onAsk: (question: Question) => void;
}

function StudyMenu({ study, transition, isTransitioning, onAsk }: StudyMenuProps) {
  const { id, projectId, name } = study;
  const can = studyControls(study);
  const isPaused = can.has('RESUME');
  // Only an admin can end a suspension.
  const mayRecruit = can.has('CLOSE') && !study.suspension;
  return (
    <>
      {mayRecruit && (
        <LinkButton
          {...small}
          to={paths.study(id)}
          state={{ isSharing: true }}
          aria-label={controls.shareNamed(name)}
        >
          <Share2 aria-hidden="true" className={iconClass} />
          {studyPageWords.share}
        </LinkButton>
      )}
      <LinkButton {...small} to={paths.studyBudget(id)} aria-label={controls.budgetNamed(name)}>
        <Wallet aria-hidden="true" className={iconClass} />
        {studyPageWords.budget}
      </LinkButton>
      <LinkButton {...small} to={paths.copyStudy(projectId, id)} aria-label={studyPageWords.copyNamed(name)}>
        <Copy aria-hidden="true" className={iconClass} />
        {studyPageWords.copy}
      </LinkButton>
      {can.has('CLOSE') && (
        <>
          {/* One button has both states. So it keeps the focus, and a double click does only one thing. */}
          {mayRecruit && (
            <Button
              {...small}
              aria-label={isPaused ? controls.resumeNamed(name) : controls.pauseNamed(name)}
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
          <Button {...danger} aria-label={controls.closeNamed(name)} onClick={() => onAsk('CLOSE')}>
            <CircleStop aria-hidden="true" className={iconClass} />
            {controls.closeAction}
          </Button>
        </>
      )}
      {can.has('DELETE') && (
        <Button {...danger} aria-label={words.deleteStudyNamed(name)} onClick={() => onAsk('DELETE')}>
          <Trash2 aria-hidden="true" className={iconClass} />
          {words.deleteStudy}
        </Button>
      )}
    </>
  );
}

export function StudyButtons({ study, onAsk, onElsewhere }: StudyButtonsProps) {
  const { id, projectId, name } = study;
  const can = studyControls(study);
  const { transition, isTransitioning } = useTransitionStudy(study, { onElsewhere });
  return (
    <div className="relative flex flex-wrap items-center justify-end">
      {can.has('APPLICANTS') && (
        <LinkButton {...main} to={paths.studyApplicants(id)} aria-label={words.applicantsLabel(name)}>
          {words.applicants}
        </LinkButton>
      )}
      {can.has('CONTINUE') && (
        <LinkButton
          {...main}
          to={paths.continueStudy(projectId, id)}
          aria-label={controls.continueNamed(name)}
        >
          {controls.continue}
        </LinkButton>
      )}
      <MoreMenu label={controls.moreNamed(name)} variant="plain">
        {(close) => {
          const ask = (question: Question) => {
            close();
            onAsk(question);
          };
          return <StudyMenu {...{ study, transition, isTransitioning }} onAsk={ask} />;
        }}
      </MoreMenu>
    </div>
  );
}
