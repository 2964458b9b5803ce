import { CallFailed } from '../../api/failure.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { StudyStanding } from '@app/contracts/project/studies.ts';

/** The storage key of the draft answers to a study; one for each study, so that two can be open at once. */
export const answersKey = (studyId: string) => `screenerAnswers:${studyId}`;

/** What this person sees of the study below what it is about; only OPEN has questions to answer. */
export type View = StudyStanding | 'APPLIED' | 'UNFIT' | 'ENOUGH' | 'GONE';

/** `isGone` where the server does not show it any more. It does not say why, but what was learnt before may. */
export function applyView(
  study: Pick<StudyForParticipant, 'hasApplied' | 'standing' | 'unmetRequirements'>,
  isGone = false,
): View {
  if (study.hasApplied) return 'APPLIED';
  if (isGone) return study.standing === 'OPEN' ? 'GONE' : study.standing;
  // A full or paused study may open again; to somebody whom it does not fit, that is no hope.
  if (study.standing !== 'CLOSED' && study.unmetRequirements.length > 0)
    return study.unmetRequirements.includes('GROUP') ? 'ENOUGH' : 'UNFIT';
  return study.standing;
}

const standings: Readonly<Record<string, StudyStanding>> = {
  STUDY_IS_FULL: 'FULL',
  STUDY_IS_PAUSED: 'PAUSED',
  STUDY_IS_CLOSED: 'CLOSED',
  // Deleted while it was being answered: to the person who answers, that is the same.
  STUDY_NOT_FOUND: 'CLOSED',
};

/** What a refused application teaches about the study, for the screen to show instead of the questions (BR7). */
export function learntFrom(error: unknown): Partial<StudyForParticipant> | null {
  if (!(error instanceof CallFailed) || error.code === null) return null;
  if (error.code === 'ALREADY_APPLIED') return { hasApplied: true };
  if (error.code === 'GROUP_IS_FULL') return { unmetRequirements: ['GROUP'] };
  const standing = standings[error.code];
  return standing === undefined ? null : { standing };
}
