import { applyMessages } from '@app/words/apply.ts';
import { applicantMessages as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { codeOf } from '@app/contracts/participant-code.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { longDate } from '../../../format/dates.ts';
import { listed } from '../../../format/listed.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DecisionButtons } from '../decide/decision-buttons.tsx';
import type { Order } from '../decide/use-decisions.ts';
import { isDisqualifying } from '../filter/disqualifying.ts';
import { nameOf } from '../name-of.ts';
import { History } from './history.tsx';
import { Remarks } from './remarks.tsx';

interface DetailsProps {
  applicant: Applicant;
  studyId: string;
  screeners: readonly ScreenerQuestion[];
  /** Absent where this researcher may not decide. */
  onDecide: ((order: Order) => void) | undefined;
  onDecline: (ids: string[]) => void;
  isDeciding: boolean;
}

function Facts({ applicant }: { applicant: Applicant }) {
  const facts = [
    [words.education, choiceWords.education[applicant.education]],
    [words.income, choiceWords.annualHouseholdIncome[applicant.annualHouseholdIncome]],
    [words.devices, applicant.devices.map((device) => choiceWords.deviceRequirements[device]).join(', ')],
    [words.appliedOn, longDate(applicant.appliedAt)],
    [words.code, codeOf(applicant.id)],
  ] as const;
  return (
    <section>
      <h2 className="text-base">{words.profile}</h2>
      <dl className="mt-2 flex flex-col gap-2 text-sm">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-cocoa-2">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the researcher should know before they accept; of the number it names nobody. */
function Cautions({ applicant: { changedSince, sharesNumber } }: Pick<DetailsProps, 'applicant'>) {
  const facts = changedSince.map((kind) => applyMessages.requirements[kind]);
  const cautions = [
    ...(sharesNumber
      ? [[words.sharesNumber, `${words.sharesNumberText} ${words.sharesNumberWhy}`] as const]
      : []),
    ...(facts.length > 0 ? [[words.changedTitle, words.changedText(listed(facts))] as const] : []),
  ];
  return cautions.map(([title, text]) => (
    <section key={title} className="rounded-control bg-gold-tint px-4 py-3 text-sm">
      <h2 className="font-body text-sm font-semibold tracking-normal">{title}</h2>
      <p className="mt-0.5">{text}</p>
    </section>
  ));
}

function Answers({ applicant, screeners }: Pick<DetailsProps, 'applicant' | 'screeners'>) {
  return (
    <section>
      <h2 className="text-base">{words.answers}</h2>
      {applicant.responses.length === 0 && <p className="mt-2 text-sm text-cocoa-2">{words.answersGone}</p>}
      <dl className="mt-2 divide-y divide-line border-y border-line text-sm empty:hidden">
        {applicant.responses.map((response) => {
          const { id, question, answer } = response;
          return (
            <div key={id} className="grid gap-x-8 gap-y-1 py-3 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <dt className="text-cocoa-2 wrap-anywhere">
                <span className="figures">{id}.</span> {question || words.blankQuestion}
              </dt>
              <dd className="font-semibold wrap-anywhere">
                {answer || words.blankAnswer}{' '}
                {isDisqualifying(response, screeners) && <Badge>{words.disqualifies}</Badge>}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

/** One applicant whole (D-30): the answers beside their questions, the profile, what became of it, and what to do. */
export function ApplicantDetails(props: DetailsProps) {
  const { applicant, studyId, screeners, onDecide, onDecline, isDeciding } = props;
  return (
    <div
      role="group"
      aria-label={words.answersOf(nameOf(applicant))}
      className="grid gap-x-10 gap-y-6 rounded-card border border-line bg-surface p-4 sm:p-6 lg:grid-cols-[11fr_10fr]"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <Answers {...{ applicant, screeners }} />
        <Facts applicant={applicant} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Cautions applicant={applicant} />
        {onDecide && <DecisionButtons {...{ applicant, onDecide, onDecline, isDeciding }} />}
        <History applicant={applicant} />
        <Remarks {...{ applicant, studyId }} />
      </div>
    </div>
  );
}
