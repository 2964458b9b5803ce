import { applicantWords as words } from '@app/words/applicants.ts';
import type { ApplicantCounts } from '@app/contracts/project/applicants.ts';
import type { Study, RecruitmentStatus } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import type { ReactNode } from 'react';
import { Breadcrumb } from '../../product/breadcrumb.tsx';
import { StudyState, isFull } from '../../product/study-state.tsx';
import { cx } from '../../ui/cx.ts';
import { Link } from 'react-router';

interface MorePlacesProps {
  study: Pick<Study, 'id' | 'state' | 'incentive'>;
}

export function MorePlaces({ study: { id, state, incentive } }: MorePlacesProps) {
  if (state !== 'PUBLISHED' && state !== 'PAUSED') return null;
  return (
    <Link
      to={incentive > 0 ? paths.morePlaces(id) : paths.study(id)}
      state={{ isAddingPlaces: true }}
      className="text-link inline-flex min-h-6 items-center max-sm:min-h-11 max-sm:min-w-11"
    >
      {words.morePlaces}
    </Link>
  );
}

type ShownStatus = RecruitmentStatus | 'DRAFT';

export function recruitmentStatus(study: Study): ShownStatus {
  if (study.suspension) return 'SUSPENDED';
  if (study.state !== 'PUBLISHED') return study.state;
  return isFull(study) ? 'FULL' : 'OPEN';
}

interface ApplicantsHeadProps {
  study: Study | undefined;
  counts: ApplicantCounts | undefined;
  mayDecide: boolean;
  actions: ReactNode;
  children: ReactNode;
}

export function ApplicantsHead({ study, counts, mayDecide, actions, children }: ApplicantsHeadProps) {
  const status = study && recruitmentStatus(study);
  const wanted = study?.desiredNumberOfParticipants ?? null;
  const acceptedSince = study && counts ? counts.byStatus.ACCEPTED - study.acceptedCount : 0;
  const left = (study?.placesLeft ?? 0) - acceptedSince;
  const isObvious = status === 'OPEN' || status === 'FULL';
  return (
    <div className="applicants-head mb-2 grid gap-y-2">
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
      </div>
      <div className="applicants-title flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{words.heading}</h1>
        {study && <StudyState study={study} />}
        {study && status && (
          <>
            {/* The breadcrumb above shows the same text, so this is only for screen readers. */}
            <p className="sr-only">{words.ofStudy(study.name)}</p>
            <p className={cx('figures text-sm text-cocoa-2', !isObvious && 'max-w-text')}>
              {/* People who can see have the badge and the link, and this text would move the list down. */}
              <span className={cx(isObvious && 'sr-only')}>{words.recruitmentText[status]}</span>{' '}
              {wanted !== null && status !== 'FULL' && words.placesLeft(Math.max(0, left), wanted)}
              {status === 'FULL' && mayDecide && <MorePlaces study={study} />}
            </p>
          </>
        )}
        {children}
      </div>
      {actions && <div className="applicants-actions">{actions}</div>}
    </div>
  );
}
