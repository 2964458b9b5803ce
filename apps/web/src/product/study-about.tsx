import { today } from '@app/contracts/calendar.ts';
import { studyFactsMessages as facts } from '@app/words/study-facts.ts';
import { daysLeft, shortDay } from '../format/days.ts';
import { listed } from '../format/listed.ts';
import { CompanyName, StudyFacts, type StudyFactsProps } from './study-facts.tsx';

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="gap-4 py-2.5 sm:flex">
      <dt className="shrink-0 text-sm font-semibold sm:w-32">{name}</dt>
      <dd className="figures text-sm text-cocoa-2 sm:text-base">{children}</dd>
    </div>
  );
}

export interface StudyAboutProps extends Omit<StudyFactsProps, 'className'> {
  companyName: string | null;
  publicName: string;
  description: string;
  availableTimes: readonly string[];
  /** h1 where it is the page. */
  Heading?: 'h1' | 'h3';
  /** In place of days or times that are not known yet. */
  missing?: string;
}

/** Everything that a participant may know before answering. */
export function StudyAbout({
  companyName,
  publicName,
  description,
  availableTimes,
  Heading = 'h1',
  missing = facts.daysPassed,
  availableDates,
  ...study
}: StudyAboutProps) {
  const now = today();
  const days = daysLeft(availableDates ?? [], now).map((day) => shortDay(day, now));
  return (
    <>
      <CompanyName name={companyName} />
      <Heading className="mt-1 wrap-anywhere">{publicName}</Heading>
      <StudyFacts className="mt-4" {...study} />
      <p className="mt-5 max-w-text wrap-anywhere whitespace-pre-line">{description}</p>
      <dl className="mt-4 divide-y divide-line border-y border-line">
        <Row name={facts.days}>{days.length === 0 ? missing : listed(days)}</Row>
        <Row name={facts.times}>
          {availableTimes.length === 0 ? missing : facts.timesInGmt(listed(availableTimes))}
        </Row>
      </dl>
    </>
  );
}
