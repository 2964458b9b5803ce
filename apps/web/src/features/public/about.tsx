import { aboutWords as words } from '@app/words/about.ts';
import { frameWords } from '@app/words/frame.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { Check, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { WhereSet } from '../../product/page-settings.tsx';
import { pageMeta } from '../../product/title.ts';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { LinkButton } from '../../ui/button.tsx';
import { LinkedText } from './linked-text.tsx';
import { ReadingPage, Points, ReadingRow } from './reading-page.tsx';

export const meta = () => pageMeta(words.heading, words.description);

interface VisibilityCardProps {
  heading: string;
  items: readonly string[];
  icon: LucideIcon;
  colour: string;
}

function VisibilityCard({ heading, items, icon: Icon, colour }: VisibilityCardProps) {
  return (
    <Card>
      <h3>{heading}</h3>
      <ul className="mt-4 flex flex-col gap-3">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${colour}`} />
            {item}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Both lists must be the same as what the services send. Researchers see only what they need to decide. */
function WhoSees() {
  return (
    <div className="mt-2 grid gap-4 sm:grid-cols-2">
      <VisibilityCard heading={words.seenHeading} items={words.seen} icon={Check} colour="text-green" />
      <VisibilityCard heading={words.unseenHeading} items={words.unseen} icon={X} colour="text-laterite" />
    </div>
  );
}

const more: Partial<Record<string, ReactNode>> = {
  runs: (
    <WhereSet setting="OPERATED_BY">
      {(operator) => (
        <p>
          {words.operatedBy} <strong className="wrap-anywhere">{operator}</strong>
        </p>
      )}
    </WhereSet>
  ),
  data: <WhoSees />,
};

function Start({ className, children }: { className: string; children?: ReactNode }) {
  return (
    <div className={cx('flex flex-col gap-3 sm:flex-row sm:gap-4', className)}>
      <LinkButton to={paths.signUp}>{frameWords.recruit}</LinkButton>
      <LinkButton to={paths.participantSignUp} variant="secondary">
        {frameWords.takePart}
      </LinkButton>
      {children}
    </div>
  );
}

export default function About() {
  return (
    <ReadingPage heading={words.heading} lead={words.lead}>
      {words.sections.map((section) => (
        <ReadingRow key={section.title} id={'id' in section ? section.id : undefined} title={section.title}>
          {section.text.map((paragraph) => (
            <p key={paragraph}>
              <LinkedText text={paragraph} />
            </p>
          ))}
          {'points' in section && <Points points={section.points} />}
          {'after' in section && (
            <p>
              <LinkedText text={section.after} />
            </p>
          )}
          {'id' in section && more[section.id]}
        </ReadingRow>
      ))}
      <ReadingRow title={words.startHeading}>
        <Start className="" />
        <p className="mt-2">
          <LinkedText text={words.question} />
        </p>
      </ReadingRow>
    </ReadingPage>
  );
}
