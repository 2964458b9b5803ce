import { browseMessages as words } from '@app/words/browse.ts';
import type { StudyCard as Study } from '@app/contracts/project/browsing.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { StudyCard } from '../../product/study-card.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

const gridClass = 'grid gap-3 sm:gap-4 lg:grid-cols-2';

export function StudyCards({ studies }: { studies: readonly Study[] }) {
  return (
    <ul className={gridClass}>
      {studies.map((study) => (
        <li key={study.id} className="min-w-0">
          <StudyCard
            {...study}
            places={{ left: study.placesLeft, all: study.desiredNumberOfParticipants }}
            action={
              <LinkButton to={paths.studyApply(study.id)} variant="secondary" className="shrink-0">
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
          <Card key={at}>
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-3 h-6 w-4/5" />
            <Skeleton className="mt-4 h-4 w-full" />
            <Skeleton className="mt-2 h-4 w-2/3" />
            <div className="mt-6 flex flex-col gap-4 sm:flex-row sm:items-end sm:justify-between">
              <Skeleton className="h-12 w-3/4 sm:w-1/2" />
              <Skeleton className="h-12 w-full sm:w-20" />
            </div>
          </Card>
        ))}
      </div>
    </Loading>
  );
}
