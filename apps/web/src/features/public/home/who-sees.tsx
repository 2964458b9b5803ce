import { homeMessages } from '@app/words/public.ts';
import { Check, X, type LucideIcon } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { LinkedText } from '../linked-text.tsx';

const words = homeMessages.data;

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

/** What a researcher learns of a person and what not (D-30): why data is safe here. */
export function WhoSees() {
  return (
    <section className="mx-auto w-full max-w-page px-4 pt-14 sm:px-8 lg:pt-20">
      <p className="text-sm font-semibold text-gold-ink">{words.eyebrow}</p>
      <h2 className="mt-1 text-3xl">{words.heading}</h2>
      <p className="mt-4 max-w-text text-lg text-cocoa-2">{words.text}</p>
      <div className="mt-8 grid gap-4 sm:grid-cols-2">
        <Facts heading={words.seenHeading} facts={words.seen} icon={Check} colour="text-green" />
        <Facts heading={words.unseenHeading} facts={words.unseen} icon={X} colour="text-laterite" />
      </div>
      <p className="mt-6 max-w-text">
        <LinkedText text={words.policy} />
      </p>
    </section>
  );
}
