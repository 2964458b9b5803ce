import { CallFailed } from '../../api/failure.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { RecruitmentStatus } from '@app/contracts/project/studies.ts';

export const answersKey = (studyId: string) => `screenerAnswers:${studyId}`;

export type ApplyView = RecruitmentStatus | 'APPLIED' | 'UNFIT' | 'ENOUGH' | 'GONE';

/**
 * If a study does not exist any more (`isGone`), the server gives no reason. What the page saw earlier may
 * explain it.
 */
export function applicationView(
  study: Pick<StudyForParticipant, 'hasApplied' | 'recruitmentStatus' | 'unmetRequirements'>,
  isGone = false,
): ApplyView {
  if (study.hasApplied) return 'APPLIED';
  if (isGone) return study.recruitmentStatus === 'OPEN' ? 'GONE' : study.recruitmentStatus;
  // A full or paused study may open again, but not for a person who does not qualify.
  if (study.recruitmentStatus !== 'CLOSED' && study.unmetRequirements.length > 0)
    return study.unmetRequirements.includes('GROUP') ? 'ENOUGH' : 'UNFIT';
  return study.recruitmentStatus;
}

const statusByError: Readonly<Record<string, RecruitmentStatus>> = {
  STUDY_IS_FULL: 'FULL',
  STUDY_IS_PAUSED: 'PAUSED',
  STUDY_IS_SUSPENDED: 'SUSPENDED',
  STUDY_IS_CLOSED: 'CLOSED',
  // For a person who is answering, a deleted study is the same as a closed one.
  STUDY_NOT_FOUND: 'CLOSED',
};

export function studyStateFromRefusal(error: unknown): Partial<StudyForParticipant> | null {
  if (!(error instanceof CallFailed) || error.code === null) return null;
  if (error.code === 'ALREADY_APPLIED') return { hasApplied: true };
  if (error.code === 'GROUP_IS_FULL') return { unmetRequirements: ['GROUP'] };
  const recruitmentStatus = statusByError[error.code];
  return recruitmentStatus === undefined ? null : { recruitmentStatus };
}
