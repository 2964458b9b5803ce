import { studyPageMessages as words } from '@app/words/study-page.ts';
import { paths } from '@app/contracts/web-paths.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { useParams } from 'react-router';
import { LoadFailed } from '../../../api/load-failed.tsx';
import { Breadcrumb } from '../../../product/breadcrumb.tsx';
import { titled } from '../../../product/title.ts';
import { screens } from '../../../screens.ts';
import { useUser } from '../../../session/session.ts';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { mayCreate } from '../may-create.tsx';
import { isGone } from '../project-queries.ts';
import { CloseSection } from './close-section.tsx';
import { AboutCard, QuestionsCard, TitledCard, WhoCard } from './study-cards.tsx';
import { StudyHead } from './study-head.tsx';
import { PlacesCard } from './places-card.tsx';
import { TimesCard } from './times-card.tsx';
import { useOwnStudy, useTally } from './use-own-study.ts';

export const meta = () => titled(words.heading);
export const handle = screens.study;

function StudyLoading() {
  return (
    <Loading>
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="mt-3 mb-8 h-4 w-2/3" />
      <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
        <Skeleton className="h-56" />
        <Skeleton className="h-56" />
      </div>
    </Loading>
  );
}

function Known({ study }: { study: Study }) {
  const counts = useTally(study.id).data;
  const user = useUser();
  const mayChange = user !== null && mayCreate(user);
  return (
    <>
      <StudyHead study={study} counts={counts} mayChange={mayChange} />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-4">
          {study.durationInMinutes === null ? (
            <TitledCard title={words.times}>
              <p className="mt-2 text-sm text-cocoa-2">{words.timesUnset}</p>
            </TitledCard>
          ) : (
            <TimesCard study={study} mayChange={mayChange} />
          )}
          <QuestionsCard study={study} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <PlacesCard study={study} mayChange={mayChange} />
          <WhoCard study={study} />
          <AboutCard study={study} />
        </div>
      </div>
      {/* Closing opens nothing, so it is for whoever is not verified too. */}
      <CloseSection study={study} counts={counts} />
    </>
  );
}

function StudyPage({ id }: { id: string }) {
  const study = useOwnStudy(id);
  if (study.data !== undefined && !isGone(study.error)) return <Known study={study.data} />;
  return (
    <>
      <Breadcrumb above={[]} />
      <h1 className="sr-only">{words.heading}</h1>
      {study.isError ? (
        <LoadFailed
          error={study.error}
          onRetry={() => void study.refetch()}
          isRetrying={study.isFetching}
          leave={{ to: paths.projects, label: words.goToList }}
        />
      ) : (
        <StudyLoading />
      )}
    </>
  );
}

/** A study to be read and steered, also once it is published. */
export default function StudyOfResearcher() {
  const { id = '' } = useParams();
  return <StudyPage key={id} id={id} />;
}
