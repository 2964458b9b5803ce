import { applicantMessages as words } from '@app/contracts/messages/applicants.ts';
import { choiceWords } from '@app/contracts/messages/choices.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import { ChevronDown, CircleCheck } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { longDate, timeAgo } from '../../ui/format.ts';
import { applicationTones, screeningTones } from '../../ui/status-tones.ts';

function Facts({ applicant }: { applicant: Applicant }) {
  const facts = [
    [words.education, choiceWords.education[applicant.education]],
    [words.income, choiceWords.annualHouseholdIncome[applicant.annualHouseholdIncome]],
    [words.devices, applicant.devices.map((device) => choiceWords.deviceRequirements[device]).join(', ')],
    [words.appliedOn, longDate(applicant.appliedAt)],
    [words.status, choiceWords.applicationStatus[applicant.status]],
  ] as const;
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-cocoa-3">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Answers({ responses }: Pick<Applicant, 'responses'>) {
  return (
    <>
      <h3 className="mt-6 text-base">{words.answers}</h3>
      <dl className="mt-2 divide-y divide-line border-y border-line">
        {responses.map(({ id, question, answer }) => (
          <div key={id} className="grid gap-x-8 gap-y-1 py-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <dt className="text-cocoa-2 wrap-anywhere">
              <span className="figures">{id}.</span> {question || words.blankQuestion}
            </dt>
            <dd className="font-semibold wrap-anywhere">{answer || words.blankAnswer}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** One applicant; opened, the answers beside their questions (D-30). */
export function ApplicantCard({ applicant }: { applicant: Applicant }) {
  const { applicantId, firstName, lastName, age, gender, isQualified, status, appliedAt } = applicant;
  const name = `${firstName} ${lastName}`;
  return (
    <li>
      <details className="group rounded-card border border-line bg-surface">
        <summary className="flex list-none items-center gap-4 rounded-card p-4 hover:bg-sunken group-open:rounded-b-none sm:px-6 [&::-webkit-details-marker]:hidden">
          {/* The name stands beside it. */}
          <span aria-hidden="true" className="max-[420px]:hidden">
            <Avatar id={applicantId} firstName={firstName} lastName={lastName} />
          </span>
          <span className="grid min-w-0 flex-1 gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              <span className="figures block text-sm text-cocoa-2">
                {words.ageAndGender(age, choiceWords.gender[gender])}
              </span>
              <span className="figures block text-sm text-cocoa-3">{words.applied(timeAgo(appliedAt))}</span>
            </span>
            <span className="flex flex-wrap gap-2">
              <Badge tone={screeningTones[isQualified ? 'QUALIFIED' : 'DISQUALIFIED']}>
                {isQualified && <CircleCheck aria-hidden="true" className="size-3.5" />}
                {isQualified ? words.qualified : words.notQualified}
              </Badge>
              <Badge tone={applicationTones[status]}>{choiceWords.applicationStatus[status]}</Badge>
            </span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className="size-5 shrink-0 text-cocoa-2 transition-transform group-open:rotate-180"
          />
        </summary>
        <div role="group" aria-label={words.answersOf(name)} className="border-t border-line p-4 sm:p-6">
          <Facts applicant={applicant} />
          <Answers responses={applicant.responses} />
        </div>
      </details>
    </li>
  );
}
