import { projectWords } from '@app/words/projects.ts';
import { studyControlWords as words } from '@app/words/study-controls.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { CircleStop, Pause, Pencil, Play, Trash2, Users } from 'lucide-react';
import { paths } from '@app/contracts/web-paths.ts';
import { Button } from '../../../ui/button.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { MoreMenu } from '../../../ui/more-menu.tsx';
import { controlsOf } from './study-controls.ts';
import { useMoveStudy } from './use-move-study.ts';

const iconClass = 'size-4.5';
const small = { variant: 'plain', size: 'small' } as const;
const danger = { variant: 'quietDanger', size: 'small' } as const;

interface StudyButtonsProps {
  study: StudySummary;
  /** Opens the question whether to close or to delete it. */
  onAsk: (question: 'CLOSE' | 'DELETE') => void;
  onElsewhere: () => void;
}

/** What can be done to a study, the daily first. Each button names the study, for screen readers. */
export function StudyButtons({ study, onAsk, onElsewhere }: StudyButtonsProps) {
  const { id, projectId, name } = study;
  const can = controlsOf(study);
  const { move, isMoving } = useMoveStudy(study, { onElsewhere });
  const isPaused = can.has('RESUME');
  const hasMore = can.has('CLOSE') || can.has('DELETE');
  return (
    <div className="flex flex-wrap gap-2">
      {can.has('APPLICANTS') && (
        <LinkButton
          variant="secondary"
          size="small"
          to={paths.studyApplicants(id)}
          aria-label={projectWords.applicantsOf(name)}
        >
          <Users aria-hidden="true" className={iconClass} />
          {projectWords.applicants}
        </LinkButton>
      )}
      {can.has('CONTINUE') && (
        <LinkButton
          variant="secondary"
          size="small"
          to={paths.continueStudy(projectId, id)}
          aria-label={words.continueNamed(name)}
        >
          <Pencil aria-hidden="true" className={iconClass} />
          {words.continue}
        </LinkButton>
      )}
      {hasMore && (
        <MoreMenu label={words.moreNamed(name)} variant="plain">
          {(close) => {
            const ask = (question: 'CLOSE' | 'DELETE') => () => {
              close();
              onAsk(question);
            };
            return (
              <>
                {can.has('CLOSE') && (
                  <>
                    {/* One button with two states: it keeps the focus, also for the second press of a double click. */}
                    <Button
                      {...small}
                      aria-label={isPaused ? words.resumeNamed(name) : words.pauseNamed(name)}
                      isBusy={isMoving}
                      onClick={({ detail }) => detail < 2 && move(isPaused ? 'RESUME' : 'PAUSE')}
                    >
                      {isPaused ? (
                        <Play aria-hidden="true" className={iconClass} />
                      ) : (
                        <Pause aria-hidden="true" className={iconClass} />
                      )}
                      {isPaused ? words.resume : words.pause}
                    </Button>
                    <Button {...danger} aria-label={words.closeNamed(name)} onClick={ask('CLOSE')}>
                      <CircleStop aria-hidden="true" className={iconClass} />
                      {words.closeAction}
                    </Button>
                  </>
                )}
                {can.has('DELETE') && (
                  <Button
                    {...danger}
                    aria-label={projectWords.deleteStudyNamed(name)}
                    onClick={ask('DELETE')}
                  >
                    <Trash2 aria-hidden="true" className={iconClass} />
                    {projectWords.deleteStudy}
                  </Button>
                )}
              </>
            );
          }}
        </MoreMenu>
      )}
    </div>
  );
}
