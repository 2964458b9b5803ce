import { applyMessages as words } from '@app/contracts/messages/apply.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import type { Standing } from './standing.ts';

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
      <div className="mt-5">{action}</div>
    </Card>
  );
}

const toStudies = <LinkButton to={paths.studies}>{words.toStudies}</LinkButton>;
const toBrowse = <LinkButton to={paths.browseStudies}>{words.toBrowse}</LinkButton>;

/** Why there is nothing to answer. Unmet requirements are named by kind, never by the wanted value (BR2). */
export function StudyNotice({ study, standing }: { study: StudyForParticipant; standing: Standing }) {
  if (standing === 'APPLIED' || standing === 'APPLIED_AND_CLOSED') {
    return (
      <Notice title={words.appliedTitle} action={toStudies}>
        {standing === 'APPLIED' ? words.appliedText : words.closedAfterApplyingText}
      </Notice>
    );
  }
  if (standing === 'UNFIT') {
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
  return (
    <Notice title={words.closedTitle} action={toBrowse}>
      {words.closedText}
    </Notice>
  );
}
