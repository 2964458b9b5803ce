import type { StudySummary } from '@app/contracts/project/studies.ts';

type StudyControl = 'CONTINUE' | 'PAUSE' | 'RESUME' | 'CLOSE' | 'DELETE' | 'APPLICANTS';

const ofState = {
  DRAFT: ['CONTINUE'],
  PUBLISHED: ['PAUSE', 'CLOSE', 'APPLICANTS'],
  PAUSED: ['RESUME', 'CLOSE', 'APPLICANTS'],
  CLOSED: ['APPLICANTS'],
} as const satisfies Record<StudySummary['state'], readonly StudyControl[]>;

/**
 * What a researcher can do with a study as it stands (docs/states.md). Its applicants keep it: deleting it would
 * close it (D-32), and that has a control of its own.
 */
export function controlsOf({
  state,
  appliedCount,
}: Pick<StudySummary, 'state' | 'appliedCount'>): ReadonlySet<StudyControl> {
  const controls = new Set<StudyControl>(ofState[state]);
  if (appliedCount === 0) controls.add('DELETE');
  return controls;
}
