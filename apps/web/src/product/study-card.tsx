import type { ReactNode } from 'react';
import { Card } from '../ui/card.tsx';
import { CompanyName, StudyFacts, type StudyFactsProps } from './study-facts.tsx';

export interface StudyCardProps extends Omit<StudyFactsProps, 'className'> {
  companyName: string | null;
  publicName: string;
  description: string;
  Heading?: 'h2' | 'h3';
  action: ReactNode;
}

/** A study in a participant's list. */
export function StudyCard({
  companyName,
  publicName,
  description,
  Heading = 'h2',
  action,
  ...study
}: StudyCardProps) {
  return (
    <Card className="flex h-full min-w-0 flex-col">
      <CompanyName name={companyName} />
      <Heading className="mt-1 text-lg wrap-anywhere sm:text-xl">{publicName}</Heading>
      <p className="mt-2 line-clamp-3 text-sm wrap-anywhere text-cocoa-2">{description}</p>
      <div className="mt-auto flex flex-col gap-4 pt-4 sm:flex-row sm:items-end sm:justify-between">
        <StudyFacts {...study} />
        {action}
      </div>
    </Card>
  );
}
