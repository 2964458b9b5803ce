import { projectWords as words } from '@app/words/projects.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { failureMessage } from '../../../api/failure.ts';
import { screeningTones } from '../../../product/status-tones.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Loading, Skeleton, FailedState } from '../../../ui/states.tsx';
import { useWaitingApplicants } from '../project-queries.ts';
import type { UndecidedApplicant } from '@app/contracts/project/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { TimeAgo } from '../../../product/time-ago.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';

export const FEW = 5;

function WaitingRow({ applicant }: { applicant: UndecidedApplicant }) {
  const { id, applicantId, firstName, lastName, isQualified, appliedAt, study } = applicant;
  const screening = isQualified ? 'QUALIFIED' : 'DISQUALIFIED';
  return (
    <li>
      <Link
        to={paths.applicant(study.id, id)}
        className="flex min-h-12 items-center gap-3 px-4 py-1 hover:bg-sunken focus-visible:marked-inside sm:px-5"
      >
        {/* The name is beside the avatar, so screen readers skip the avatar. */}
        <span aria-hidden="true" className="max-[420px]:hidden">
          <Avatar id={applicantId} firstName={firstName} lastName={lastName} className="size-9 text-xs" />
        </span>
        <span className="min-w-0 grow wrap-anywhere">
          <span className="block font-semibold">{`${firstName} ${lastName}`.trim() || words.nameless}</span>
          <span className="line-clamp-3 text-sm text-cocoa-2">{study.name}</span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row sm:items-center sm:gap-4">
          <Badge tone={screeningTones[screening]}>{choiceWords.screening[screening]}</Badge>
          <TimeAgo at={appliedAt} className="figures text-xs text-cocoa-3 sm:w-24 sm:text-right" />
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-cocoa-3 max-sm:hidden" />
      </Link>
    </li>
  );
}

function WaitingLoading() {
  return (
    <Loading>
      <div className="divide-y divide-line">
        {['one', 'two', 'three'].map((row) => (
          <div key={row} className="flex min-h-14 items-center gap-3 px-5">
            <Skeleton className="size-9" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

interface WaitingListProps {
  waiting: ReturnType<typeof useWaitingApplicants>;
  size: number;
  onMore: () => void;
}

export function WaitingList({ waiting, size, onMore }: WaitingListProps) {
  const { content, totalElements } = waiting.data ?? {};
  const unseen = (totalElements ?? 0) - (content?.length ?? 0);
  return (
    <section
      aria-labelledby="waiting"
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="mt-3 flex min-h-11 items-center px-4 sm:px-5">
        <h2 id="waiting" className="text-lg">
          {words.waitingHeading(totalElements ?? 0)}
        </h2>
      </div>
      {content === undefined && !waiting.isError && <WaitingLoading />}
      {content === undefined && waiting.isError && (
        <FailedState
          text={failureMessage(waiting.error)}
          onRetry={() => void waiting.refetch()}
          isRetrying={waiting.isFetching}
        />
      )}
      {content?.length === 0 && <p className="px-4 pb-3 text-sm text-cocoa-2 sm:px-5">{words.nobodyWaits}</p>}
      {content !== undefined && content.length > 0 && (
        <ul className="divide-y divide-line">
          {content.map((applicant) => (
            <WaitingRow key={applicant.id} applicant={applicant} />
          ))}
        </ul>
      )}
      {unseen > 0 && size === FEW && (
        <Button variant="quiet" size="small" onClick={onMore}>
          {words.showWaiting(unseen)}
        </Button>
      )}
      {unseen > 0 && size > FEW && !waiting.isPlaceholderData && (
        <p className="px-4 py-3 text-sm text-cocoa-2 sm:px-5">{words.moreWait(unseen)}</p>
      )}
    </section>
  );
}
