import { CallFailed } from '../../api/failure.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';

/** How the study stands to this person; only OPEN has questions to answer. */
export type Standing = 'OPEN' | 'APPLIED' | 'APPLIED_AND_CLOSED' | 'CLOSED' | 'UNFIT';

export function standingOf(
  study: Pick<StudyForParticipant, 'hasApplied' | 'isOpen' | 'unmetRequirements'>,
): Standing {
  if (study.hasApplied) return study.isOpen ? 'APPLIED' : 'APPLIED_AND_CLOSED';
  if (!study.isOpen) return 'CLOSED';
  return study.unmetRequirements.length > 0 ? 'UNFIT' : 'OPEN';
}

/** What a refused application teaches about the study, for the screen to show instead of the questions (BR7). */
export function learntFrom(error: unknown): Partial<StudyForParticipant> | null {
  if (!(error instanceof CallFailed)) return null;
  if (error.code === 'ALREADY_APPLIED') return { hasApplied: true };
  // A study that was deleted without applicants is gone altogether.
  if (error.code === 'STUDY_NOT_OPEN' || error.code === 'STUDY_NOT_FOUND') return { isOpen: false };
  return null;
}
