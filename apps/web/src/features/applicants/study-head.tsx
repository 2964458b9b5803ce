import { applicantWords as words } from '@app/words/applicants.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import type { Study, StudyStanding } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Breadcrumb } from '../../product/breadcrumb.tsx';
import { StudyState, isFull } from '../../product/study-state.tsx';
import { MorePlaces } from './decide/more-places.tsx';

type Standing = StudyStanding | 'DRAFT';

/** How the study stands; full by the newest count of the places. */
export function standingOf(study: Study): Standing {
  if (study.state !== 'PUBLISHED') return study.state;
  return isFull(study) ? 'FULL' : 'OPEN';
}

interface StudyHeadProps {
  study: Study | undefined;
  counts: ApplicantCounts | undefined;
  mayDecide: boolean;
}

/** Which study this is, how it stands, what that means for this list, and how many places are left. */
export function StudyHead({ study, counts, mayDecide }: StudyHeadProps) {
  const standing = study && standingOf(study);
  const wanted = study?.desiredNumberOfParticipants ?? null;
  const acceptedSince = study && counts ? counts.byStatus.ACCEPTED - study.acceptedCount : 0;
  const left = (study?.placesLeft ?? 0) - acceptedSince;
  return (
    <div className="min-w-0">
      <Breadcrumb
        above={
          study
            ? [
                { label: study.projectName, to: paths.project(study.projectId) },
                { label: study.name, to: paths.study(study.id) },
              ]
            : []
        }
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{words.heading}</h1>
        {study && <StudyState study={study} />}
      </div>
      {study && standing && (
        <>
          {/* A phone has it right above, as the way up. */}
          <p className="mt-1 text-cocoa-2 wrap-anywhere max-sm:sr-only">{words.ofStudy(study.name)}</p>
          <p className="figures mt-1 max-w-text text-sm text-cocoa-2">
            {/* What goes without saying is not said on a phone, where it would push the list down. */}
            <span className={standing === 'OPEN' ? 'max-sm:sr-only' : ''}>
              {words.standingText[standing]}
            </span>{' '}
            {wanted !== null && standing !== 'FULL' && words.placesLeft(Math.max(0, left), wanted)}
            {standing === 'FULL' && mayDecide && <MorePlaces studyId={study.id} />}
          </p>
        </>
      )}
    </div>
  );
}
