import { today } from '@app/contracts/calendar.ts';
import { studyFactsMessages as facts } from '@app/contracts/messages/study-facts.ts';
import type { StudyForParticipant } from '@app/contracts/project/browsing.ts';
import { daysLeft, shortDay } from '../../ui/days.ts';
import { CompanyName, StudyFacts } from '../../ui/study-facts.tsx';
import { listed } from './listed.ts';

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="gap-4 py-2.5 sm:flex">
      <dt className="shrink-0 text-sm font-semibold sm:w-32">{name}</dt>
      <dd className="figures text-sm text-cocoa-2 sm:text-base">{children}</dd>
    </div>
  );
}

/** Everything that a participant may know before answering. */
export function StudyAbout({ study }: { study: StudyForParticipant }) {
  const now = today();
  const days = daysLeft(study.availableDates, now).map((day) => shortDay(day, now));
  return (
    <>
      <CompanyName name={study.companyName} />
      <h1 className="mt-1 wrap-anywhere">{study.publicName}</h1>
      <StudyFacts
        className="mt-4"
        durationInMinutes={study.durationInMinutes}
        availableDates={study.availableDates}
        deviceRequirements={study.deviceRequirements}
        places={{ left: study.placesLeft, all: study.desiredNumberOfParticipants }}
      />
      <p className="mt-5 max-w-text wrap-anywhere whitespace-pre-line">{study.description}</p>
      <dl className="mt-4 divide-y divide-line border-y border-line">
        <Row name={facts.days}>{days.length === 0 ? facts.daysPassed : listed(days)}</Row>
        <Row name={facts.times}>{facts.timesInGmt(listed(study.availableTimes))}</Row>
      </dl>
    </>
  );
}
