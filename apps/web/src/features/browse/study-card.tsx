import { browseMessages as words } from '@app/words/browse.ts';
import type { StudyCard as Study } from '@app/contracts/project/browsing.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { StudyCard } from '../../product/study-card.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const gridClass = 'grid gap-3 sm:gap-4 lg:grid-cols-2';

/** Before the set-up a study opens to be looked at; applying leads to the set-up (S-404). */
export function StudyCards({ studies, isSetUp }: { studies: readonly Study[]; isSetUp: boolean }) {
  return (
    <ul className={gridClass}>
      {studies.map((study) => (
        <li key={study.id} className="min-w-0">
          <StudyCard
            {...study}
            to={(isSetUp ? paths.studyApply : paths.studyLook)(study.id)}
            places={{ left: study.placesLeft, all: study.desiredNumberOfParticipants }}
            action={
              <LinkButton to={paths.studyApply(study.id)} variant="secondary" size="small">
                <span>
                  {words.apply}
                  <span className="sr-only">{words.applyTo(study.publicName)}</span>
                </span>
              </LinkButton>
            }
          />
        </li>
      ))}
    </ul>
  );
}

const SKELETONS = 4;

export function StudyCardsLoading() {
  return (
    <Loading label={words.loading}>
      <div className={gridClass}>
        {Array.from({ length: SKELETONS }, (_, at) => (
          <Card key={at} className="max-sm:p-4">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="mt-2 h-5 w-3/5" />
            <Skeleton className="mt-3 h-10 w-full max-sm:hidden" />
            <div className="mt-3 flex items-end justify-between gap-4">
              <Skeleton className="h-9 w-1/2" />
              <Skeleton className="h-11 w-20" />
            </div>
          </Card>
        ))}
      </div>
    </Loading>
  );
}
