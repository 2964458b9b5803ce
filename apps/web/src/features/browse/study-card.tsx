import { browseMessages as words } from '@app/contracts/messages/browse.ts';
import type { StudyCard as Study } from '@app/contracts/project/browsing.ts';
import { paths } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { CompanyName, StudyFacts } from '../../ui/study-facts.tsx';

const gridClass = 'grid gap-3 sm:gap-4 lg:grid-cols-2';

function StudyCard({ study }: { study: Study }) {
  return (
    <Card className="flex h-full flex-col">
      <CompanyName name={study.companyName} />
      <h2 className="mt-1 text-lg wrap-anywhere sm:text-xl">{study.publicName}</h2>
      <p className="mt-2 line-clamp-3 text-sm wrap-anywhere text-cocoa-2">{study.description}</p>
      <div className="mt-auto flex flex-col gap-4 pt-4 sm:flex-row sm:items-end sm:justify-between">
        <StudyFacts
          durationInMinutes={study.durationInMinutes}
          availableDates={study.availableDates}
          deviceRequirements={study.deviceRequirements}
          places={{ left: study.placesLeft, all: study.desiredNumberOfParticipants }}
        />
        <LinkButton to={paths.studyApply(study.id)} variant="secondary" className="shrink-0">
          <span>
            {words.apply}
            <span className="sr-only">{words.applyTo(study.publicName)}</span>
          </span>
        </LinkButton>
      </div>
    </Card>
  );
}

export function StudyCards({ studies }: { studies: readonly Study[] }) {
  return (
    <ul className={gridClass}>
      {studies.map((study) => (
        <li key={study.id} className="min-w-0">
          <StudyCard study={study} />
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
