import type { StudySummary } from '@app/contracts/project/studies.ts';

export type Named = Pick<StudySummary, 'id' | 'name' | 'state' | 'pendingCount' | 'mayHaveBudget'>;

/** What deleting a project means for its studies (D-32). */
export interface GoingWithProject {
  /** They keep the project from going. */
  readonly open: readonly Named[];
  readonly drafts: readonly Named[];
  readonly closed: readonly Named[];
  /** The closed ones in which applicants have had no answer, and will get none. */
  readonly unanswered: readonly Named[];
}

export function goingWithProject(studies: readonly Named[]): GoingWithProject {
  const thoseIn = (...states: Named['state'][]) => studies.filter(({ state }) => states.includes(state));
  const closed = thoseIn('CLOSED');
  return {
    open: thoseIn('PUBLISHED', 'PAUSED'),
    drafts: thoseIn('DRAFT'),
    closed,
    unanswered: closed.filter(({ pendingCount }) => pendingCount > 0),
  };
}
