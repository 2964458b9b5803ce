import { applicationWords as words } from '@app/words/applications.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { readDraft } from '../../forms/drafts.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type ApplyView, answersKey } from './application-view.ts';

function Notice({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <Card className="mt-8">
      <h2>{title}</h2>
      <div className="mt-2 max-w-text text-cocoa-2">{children}</div>
      <div className="mt-5 flex flex-wrap gap-3">{action}</div>
    </Card>
  );
}

const toStudies = <LinkButton to={paths.studies}>{words.toStudies}</LinkButton>;
const toBrowse = <LinkButton to={paths.browseStudies}>{words.toBrowse}</LinkButton>;

const notTaking = {
  ENOUGH: words.enoughText,
  FULL: words.fullText,
  PAUSED: words.pausedText,
  SUSPENDED: words.suspendedText,
  CLOSED: words.closedText,
  GONE: words.shutText,
} as const;

export const titleOf = {
  APPLIED: words.appliedTitle,
  UNFIT: words.unfitTitle,
  ENOUGH: words.enoughTitle,
  FULL: words.fullTitle,
  PAUSED: words.pausedTitle,
  SUSPENDED: words.suspendedTitle,
  CLOSED: words.closedTitle,
  GONE: words.shutTitle,
} as const satisfies Record<Exclude<ApplyView, 'OPEN'>, string>;

interface StudyNoticeProps {
  study: StudyForParticipant;
  view: Exclude<ApplyView, 'OPEN'>;
  onLookAgain: () => void;
  isLooking: boolean;
}

const never = () => () => {};

/** The questions save the last answer only when they unmount. */
function useHasAnswers({ id, draftAnswers }: StudyForParticipant): boolean {
  const hasDraftHere = useSyncExternalStore(never, () => readDraft(answersKey(id)) !== null);
  return hasDraftHere || draftAnswers !== undefined;
}

/** Names the kind of requirement that is not met, never the value that the study wants. */
export function StudyNotice({ study, view, onLookAgain, isLooking }: StudyNoticeProps) {
  const hasAnswers = useHasAnswers(study);
  if (view === 'APPLIED') {
    return (
      <Notice title={titleOf[view]} action={toStudies}>
        {words.appliedText}
      </Notice>
    );
  }
  if (view === 'UNFIT') {
    return (
      <Notice title={titleOf[view]} action={toBrowse}>
        {study.unmetRequirements.includes('OTHER') ? (
          <p className="mb-3">{words.unfitHidden}</p>
        ) : (
          <>
            <p>{words.unfitText}</p>
            <ul className="my-3 list-disc pl-5 font-semibold text-cocoa">
              {study.unmetRequirements.map(
                (kind) =>
                  kind !== 'OTHER' && kind !== 'GROUP' && <li key={kind}>{words.requirements[kind]}</li>,
              )}
            </ul>
          </>
        )}
        <p>{words.unfitMore}</p>
      </Notice>
    );
  }
  const isForGood = view === 'CLOSED';
  return (
    <Notice
      title={titleOf[view]}
      action={
        <>
          {toBrowse}
          {!isForGood && (
            <Button variant="secondary" onClick={onLookAgain} isBusy={isLooking}>
              {words.lookAgain}
            </Button>
          )}
        </>
      }
    >
      <p>{notTaking[view]}</p>
      {hasAnswers && <p className="mt-2">{isForGood ? words.keptAfterClosing : words.keptForLater}</p>}
    </Notice>
  );
}
