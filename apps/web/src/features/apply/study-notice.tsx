import { applyMessages as words } from '@app/contracts/messages/apply.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { readDraft } from '../../forms/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { answersKey } from './answers-key.ts';
import type { View } from './view.ts';

interface NoticeProps {
  title: string;
  children: ReactNode;
  action: ReactNode;
}

function Notice({ title, children, action }: NoticeProps) {
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
  FULL: [words.fullTitle, words.fullText],
  PAUSED: [words.pausedTitle, words.pausedText],
  CLOSED: [words.closedTitle, words.closedText],
} as const;

interface StudyNoticeProps {
  study: StudyForParticipant;
  view: Exclude<View, 'OPEN'>;
  onLookAgain: () => void;
  isLooking: boolean;
}

/** Why there is nothing to answer. Unmet requirements are named by kind, never by the wanted value (BR2). */
export function StudyNotice({ study, view, onLookAgain, isLooking }: StudyNoticeProps) {
  if (view === 'APPLIED') {
    return (
      <Notice title={words.appliedTitle} action={toStudies}>
        {words.appliedText}
      </Notice>
    );
  }
  if (view === 'UNFIT') {
    return (
      <Notice title={words.unfitTitle} action={toBrowse}>
        <p>{words.unfitText}</p>
        <ul className="my-3 list-disc pl-5 font-semibold text-cocoa">
          {study.unmetRequirements.map((kind) => (
            <li key={kind}>{words.requirements[kind]}</li>
          ))}
        </ul>
        <p>{words.unfitMore}</p>
      </Notice>
    );
  }
  const isForGood = view === 'CLOSED';
  const [title, text] = notTaking[view];
  const hasAnswers = readDraft(answersKey(study.id)) !== null;
  return (
    <Notice
      title={title}
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
      <p>{text}</p>
      {hasAnswers && <p className="mt-2">{isForGood ? words.keptAfterClosing : words.keptForLater}</p>}
    </Notice>
  );
}
