import type { StudySummary } from '@app/contracts/project/studies.ts';
import { choiceWords } from '@app/words/choices.ts';
import { studyStateWords } from '@app/words/study-state.ts';
import { Badge } from '../ui/badge.tsx';
import { recruitmentTones, studyTones, suspendedTone } from './status-tones.ts';

type Places = Pick<StudySummary, 'state' | 'placesLeft'>;

export function isFull({ state, placesLeft }: Places): boolean {
  return state === 'PUBLISHED' && placesLeft !== null && placesLeft <= 0;
}

export function StudyState({ study }: { study: Places & Pick<StudySummary, 'suspension'> }) {
  const { state, suspension } = study;
  if (suspension) return <Badge tone={suspendedTone}>{studyStateWords.suspended}</Badge>;
  return isFull(study) ? (
    <Badge tone={recruitmentTones.FULL}>{studyStateWords.full}</Badge>
  ) : (
    <Badge tone={studyTones[state]}>{choiceWords.studyState[state]}</Badge>
  );
}
