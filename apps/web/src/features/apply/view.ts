import { CallFailed } from '../../api/failure.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { StudyStanding } from '@app/contracts/project/studies.ts';

export const answersKey = (studyId: string) => `screenerAnswers:${studyId}`;

export type ApplyView = StudyStanding | 'APPLIED' | 'UNFIT' | 'ENOUGH' | 'GONE';

/** The server hides a study (`isGone`) without a reason; earlier knowledge may explain it. */
export function applyView(
  study: Pick<StudyForParticipant, 'hasApplied' | 'standing' | 'unmetRequirements'>,
  isGone = false,
): ApplyView {
  if (study.hasApplied) return 'APPLIED';
  if (isGone) return study.standing === 'OPEN' ? 'GONE' : study.standing;
  // A full or paused study may reopen, but not for a person who does not qualify.
  if (study.standing !== 'CLOSED' && study.unmetRequirements.length > 0)
    return study.unmetRequirements.includes('GROUP') ? 'ENOUGH' : 'UNFIT';
  return study.standing;
}

const standings: Readonly<Record<string, StudyStanding>> = {
  STUDY_IS_FULL: 'FULL',
  STUDY_IS_PAUSED: 'PAUSED',
  STUDY_IS_CLOSED: 'CLOSED',
  // For a person who is answering, a deleted study is closed.
  STUDY_NOT_FOUND: 'CLOSED',
};

/** BR7 specifies what replaces the questions. */
export function learntFrom(error: unknown): Partial<StudyForParticipant> | null {
  if (!(error instanceof CallFailed) || error.code === null) return null;
  if (error.code === 'ALREADY_APPLIED') return { hasApplied: true };
  if (error.code === 'GROUP_IS_FULL') return { unmetRequirements: ['GROUP'] };
  const standing = standings[error.code];
  return standing === undefined ? null : { standing };
}
