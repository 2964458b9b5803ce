import type { StudySummary } from '@app/contracts/project/studies.ts';

export type Named = Pick<StudySummary, 'id' | 'name' | 'state'>;

/** What deleting a project means for its studies (D-32). */
export interface GoingWithProject {
  /** They keep the project from going. */
  readonly open: readonly Named[];
  readonly drafts: readonly Named[];
  readonly closed: readonly Named[];
}

export function goingWithProject(studies: readonly Named[]): GoingWithProject {
  const thoseIn = (...states: Named['state'][]) => studies.filter(({ state }) => states.includes(state));
  return { open: thoseIn('PUBLISHED', 'PAUSED'), drafts: thoseIn('DRAFT'), closed: thoseIn('CLOSED') };
}

/** A study that somebody has applied to is closed, and they are told; any other goes (D-32). */
export function isClosedByDeleting({ appliedCount }: Pick<StudySummary, 'appliedCount'>): boolean {
  return appliedCount > 0;
}

/** A closed study stays for its applicants' sake; there is nothing more to do to it. */
export function mayBeDeleted({ state }: Pick<StudySummary, 'state'>): boolean {
  return state !== 'CLOSED';
}
