import { adminStudyWords as words } from '@app/words/admin-studies.ts';
import { choiceWords } from '@app/words/choices.ts';
import type { StudySummary } from '@app/contracts/project/studies.ts';
import { studyTones, suspendedTone } from '../../product/status-tones.ts';
import { Badge } from '../../ui/badge.tsx';

interface StudyBadgeProps {
  study: Pick<StudySummary, 'state'> & { isSuspended: boolean; isDeleted?: boolean };
}

/** A suspension does not change the state. */
export function StudyBadge({ study: { state, isSuspended, isDeleted } }: StudyBadgeProps) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={studyTones[state]}>{choiceWords.studyState[state]}</Badge>
      {isDeleted === true && <Badge tone="plain">{words.isDeleted}</Badge>}
      {isSuspended && <Badge tone={suspendedTone}>{words.isSuspended}</Badge>}
    </span>
  );
}
