import { projectWords as words } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { longDate } from '@app/words/days.ts';
import { isFull } from '../../../product/study-state.tsx';

type Dated = Pick<StudySummary, 'state' | 'createdAt' | 'publishedAt' | 'closedAt'>;

export function studyDayText({ state, createdAt, publishedAt, closedAt }: Dated): string {
  if (state === 'CLOSED' && closedAt) return words.closed(longDate(closedAt));
  return publishedAt ? words.published(longDate(publishedAt)) : words.drafted(longDate(createdAt));
}

export function studyNote(study: Parameters<typeof isFull>[0]): string | undefined {
  if (study.state === 'DRAFT') return controls.draftNote;
  if (study.state === 'PAUSED') return controls.pausedNote;
  return isFull(study) ? controls.fullNote : undefined;
}
