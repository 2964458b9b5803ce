import { applicantMessages as words } from '@app/contracts/messages/applicants.ts';
import { useParams } from 'react-router';
import { paths } from '../../app/paths.ts';
import { screens } from '../../app/screens.ts';
import { titled } from '../../app/title.ts';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { Pager, ToLastPage, usePageNumber } from '../../ui/pager.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useHeadingFocus } from '../../ui/use-heading-focus.ts';
import { ApplicantCard } from './applicant-card.tsx';
import { useApplicants, useOwnStudy } from './applicant-queries.ts';

export const meta = () => titled(words.heading);
export const handle = screens.studyApplicants;

function LoadingApplicants() {
  return (
    <Loading>
      <div className="flex flex-col gap-3">
        {['one', 'two', 'three'].map((row) => (
          <div
            key={row}
            className="flex items-center gap-4 rounded-card border border-line bg-surface p-4 sm:px-6"
          >
            <Skeleton className="size-11 shrink-0" />
            <div className="grow">
              <Skeleton className="h-5 w-40 max-w-full" />
              <Skeleton className="mt-2 h-4 w-28" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}

function ApplicantList({ studyId }: { studyId: string }) {
  const page = usePageNumber();
  useHeadingFocus(page);
  const applicants = useApplicants(studyId, page);
  const study = useOwnStudy(studyId).data;
  const own = study?.audience === 'RESEARCHER' ? study : undefined;
  if (applicants.data === undefined) {
    if (!applicants.isError) return <LoadingApplicants />;
    return (
      <LoadFailed
        error={applicants.error}
        onRetry={() => void applicants.refetch()}
        isRetrying={applicants.isFetching}
        leave={{ to: paths.projects, label: words.goToList }}
      />
    );
  }
  const { content, totalElements, totalPages, number } = applicants.data;
  if (totalElements === 0) {
    const isDraft = own?.state === 'DRAFT';
    return (
      <EmptyState
        title={isDraft ? words.emptyDraftTitle : words.emptyTitle}
        text={isDraft ? words.emptyDraftText : words.emptyText}
        action={
          own && (
            <LinkButton variant="secondary" to={paths.project(own.projectId)}>
              {words.toProject}
            </LinkButton>
          )
        }
      />
    );
  }
  if (content.length === 0) return <ToLastPage totalPages={totalPages} />;
  return (
    <>
      <p className="figures mb-4 text-sm text-cocoa-2">{words.count(totalElements)}</p>
      <ul
        aria-label={words.listLabel}
        className={cx('flex flex-col gap-3 transition-opacity', applicants.isPlaceholderData && 'opacity-60')}
      >
        {content.map((applicant) => (
          <ApplicantCard key={applicant.id} applicant={applicant} />
        ))}
      </ul>
      <Pager number={number} totalPages={totalPages} />
    </>
  );
}

/** Who applied to a study, newest first, with whether the screener qualified them. */
export default function StudyApplicants() {
  const { id = '' } = useParams();
  const study = useOwnStudy(id).data;
  return (
    <>
      <div className="mb-6">
        <h1>{words.heading}</h1>
        {study?.audience === 'RESEARCHER' && (
          <p className="mt-1 text-cocoa-2 wrap-anywhere">{words.ofStudy(study.name)}</p>
        )}
      </div>
      <ApplicantList key={id} studyId={id} />
    </>
  );
}
