import { projectWords as words } from '@app/words/projects.ts';
import { studyControlWords as controls } from '@app/words/study-controls.ts';
import type { Study, StudySummary } from '@app/contracts/project/studies.ts';
import { longDate } from '@app/words/days.ts';
import { isFull } from '../../../product/study-state.tsx';

type Dated = Pick<StudySummary, 'state' | 'createdAt' | 'publishedAt' | 'closedAt'>;

export function studyDayText({ state, createdAt, publishedAt, closedAt }: Dated): string {
  if (state === 'CLOSED' && closedAt) return words.closed(longDate(closedAt));
  return publishedAt ? words.published(longDate(publishedAt)) : words.drafted(longDate(createdAt));
}

export function studyNote(study: Parameters<typeof isFull>[0] & Pick<Study, 'survey'>): string | undefined {
  if (study.state === 'DRAFT') return controls.draftNote;
  if (study.state === 'PAUSED') return study.survey ? controls.pausedSurveyNote : controls.pausedNote;
  return isFull(study) ? controls.fullNote : undefined;
}
