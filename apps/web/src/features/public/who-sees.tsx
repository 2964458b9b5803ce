import { aboutMessages as words } from '@app/words/about.ts';
import { Check, X, type LucideIcon } from 'lucide-react';
import { Card } from '../../ui/card.tsx';

interface FactsProps {
  heading: string;
  facts: readonly string[];
  icon: LucideIcon;
  colour: string;
}

function Facts({ heading, facts, icon: Icon, colour }: FactsProps) {
  return (
    <Card>
      <h3>{heading}</h3>
      <ul className="mt-4 flex flex-col gap-3">
        {facts.map((fact) => (
          <li key={fact} className="flex gap-3">
            <Icon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${colour}`} />
            {fact}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What a researcher learns of a person and what not (D-30). */
export function WhoSees() {
  return (
    <div className="mt-2 grid gap-4 sm:grid-cols-2">
      <Facts heading={words.seenHeading} facts={words.seen} icon={Check} colour="text-green" />
      <Facts heading={words.unseenHeading} facts={words.unseen} icon={X} colour="text-laterite" />
    </div>
  );
}
