import {
  DEVICE_REQUIREMENTS,
  EDUCATION_LEVELS,
  GENDERS,
  INCOME_RANGES,
} from '@app/contracts/enumerations.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { choiceWords } from '@app/words/choices.ts';
import { studyFactsMessages as facts } from '@app/words/study-facts.ts';
import { studyPageMessages as words } from '@app/words/study-page.ts';
import type { ReactNode } from 'react';
import { eligibilityTones } from '../../../product/status-tones.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';

interface Of {
  study: Study;
}

export function TitledCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <h2 className="text-lg">{title}</h2>
      {children}
    </Card>
  );
}

/** Each question with what its choices say of whoever takes them. */
export function QuestionsCard({ study: { screeners } }: Of) {
  return (
    <TitledCard title={words.questions}>
      <ol className="mt-1 divide-y divide-line">
        {screeners.map(({ id, question, options }, at) => (
          <li key={id} className="py-4 last:pb-0">
            <h3 className="font-body text-base font-semibold tracking-normal wrap-anywhere">
              {facts.question(at + 1, question.trim() || words.blankQuestion)}
            </h3>
            <ul className="mt-2 flex flex-col gap-1.5 text-sm">
              {options.map((option) => (
                <li key={option.id} className="flex items-start justify-between gap-3">
                  <span className="min-w-0 pt-0.5 wrap-anywhere">
                    {option.answer.trim() || words.blankChoice}
                  </span>
                  <Badge tone={eligibilityTones[option.eligibility]}>
                    {option.eligibility === '' ? words.informs : choiceWords.eligibility[option.eligibility]}
                  </Badge>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </TitledCard>
  );
}

/** Some of all that there are; all of them is no condition. */
function some<Value extends string>(
  chosen: readonly Value[],
  all: readonly Value[],
  said: Readonly<Record<Value, string>>,
): string {
  return chosen.length === all.length ? words.any : chosen.map((value) => said[value]).join(', ');
}

/** Whom it is for: the criteria that a profile is matched by. */
export function WhoCard({ study }: Of) {
  const { minimumAge, maximumAge, gender, education, annualHouseholdIncome, deviceRequirements } = study;
  const criteria = [
    [words.ages, words.agesFromTo(minimumAge, maximumAge)],
    [words.gender, some(gender, GENDERS, choiceWords.gender)],
    [words.education, some(education, EDUCATION_LEVELS, choiceWords.education)],
    [words.income, some(annualHouseholdIncome, INCOME_RANGES, choiceWords.annualHouseholdIncome)],
    [words.devices, some(deviceRequirements, DEVICE_REQUIREMENTS, choiceWords.deviceRequirements)],
  ] as const;
  return (
    <TitledCard title={words.who}>
      <dl className="figures mt-2 flex flex-col gap-2 text-sm">
        {criteria.map(([label, value]) => (
          <div key={label}>
            <dt className="text-cocoa-3">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  );
}

export function AboutCard({ study: { description } }: Of) {
  return (
    <TitledCard title={words.about}>
      <p className="mt-2 wrap-anywhere whitespace-pre-line">{description}</p>
    </TitledCard>
  );
}
