import { applicantWords as words } from '@app/words/applicants.ts';
import { funnelWords } from '@app/words/funnel.ts';
import { choiceWords } from '@app/words/choices.ts';
import { furtherText } from '@app/words/further-criteria-names.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { paths } from '@app/contracts/web-paths.ts';
import { longDate } from '@app/words/days.ts';
import type { MouseEvent, ReactNode } from 'react';
import { timeAgo } from '../../../format/dates.ts';
import { joinShortened } from '../../../format/listed.ts';
import { agreementsIn } from '../../../product/consent-agreements.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { MeetingEnds } from '../decide/meeting-ends.tsx';
import type { Order } from '../decide/use-decisions.ts';
import { canSetStatus } from '../decide/decision-rules.ts';
import { isDisqualifying } from '../filter/view.ts';
import { PaymentLine } from '../payment-line.tsx';
import { applicantName } from '../applicant-name.ts';
import { Remarks } from './remarks.tsx';

interface DetailsProps {
  applicant: Applicant;
  studyId: string;
  screeners: readonly ScreenerQuestion[];
  /** Undefined if this researcher may not decide. */
  onDecide: ((order: Order) => void) | undefined;
  onDecline: (ids: string[]) => void;
  isDeciding: boolean;
  children?: ReactNode;
}

function ProfileDetails({ applicant }: { applicant: Applicant }) {
  const { consent } = applicant;
  const details = [
    [words.education, choiceWords.education[applicant.education]],
    [words.income, choiceWords.annualHouseholdIncome[applicant.annualHouseholdIncome]],
    [words.devices, applicant.devices.map((device) => choiceWords.deviceRequirements[device]).join(', ')],
    ...furtherText(applicant.asked),
    [words.appliedOn, longDate(applicant.appliedAt)],
    [words.code, applicant.code],
  ] as const;
  return (
    <section>
      <h2 className="text-base">{words.profile}</h2>
      <dl className="mt-2 flex flex-col gap-2 text-sm">
        {details.map(([label, value]) => (
          <div key={label}>
            <dt className="text-cocoa-2">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
        {(consent.version > 0 || applicant.isConsentOutdated) && (
          <div>
            <dt className="text-cocoa-2">{words.consent}</dt>
            <dd className="font-semibold">
              {agreementsIn(consent).map(({ version, agreedAt }) => (
                <span key={version} className="block">
                  {words.agreedTo(version, longDate(agreedAt))}
                </span>
              ))}
              {consent.withdrawnAt && (
                <span className="block">{words.withdrewConsent(longDate(consent.withdrawnAt))}</span>
              )}
              {applicant.isConsentOutdated && <span className="block">{words.notAgreed}</span>}
            </dd>
          </div>
        )}
        {applicant.payment && (
          <div>
            <dt className="text-cocoa-2">{words.paymentLabel}</dt>
            <dd>
              <PaymentLine applicant={applicant} />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** The warning about a shared number names no other person. */
function Cautions({ applicant: { changedSince, sharesNumber } }: Pick<DetailsProps, 'applicant'>) {
  const details = changedSince.map((kind) => funnelWords.criteria[kind]);
  const cautions = [
    ...(sharesNumber
      ? [[words.sharesNumber, `${words.sharesNumberText} ${words.sharesNumberWhy}`] as const]
      : []),
    ...(details.length > 0 ? [[words.changedTitle, words.changedText(joinShortened(details))] as const] : []),
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

function History({ applicant: { history, appliedAt } }: { applicant: Applicant }) {
  const later = history.slice(1);
  const steps = [
    { what: words.steps.APPLIED, at: appliedAt, reason: null, note: null },
    ...later.map(({ status, at, reason, note }) => ({ what: words.steps[status], at, reason, note })),
  ];
  return (
    <section>
      <h2 className="text-base">{words.history}</h2>
      <ol className="mt-2 flex flex-col gap-2 text-sm">
        {steps.map(({ what, at, reason, note }) => (
          <li key={`${what} ${at}`}>
            <span className="font-semibold">{what}</span>{' '}
            <time dateTime={at} className="figures text-cocoa-2">
              {longDate(at)}, {timeAgo(at)}
            </time>
            {reason && <span className="block text-cocoa-2">{choiceWords.declineReason[reason]}</span>}
            {note && (
              <span className="block text-cocoa-2">
                {words.noteToApplicant}: <span className="whitespace-pre-line wrap-anywhere">{note}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface DecisionButtonsProps {
  applicant: Applicant;
  onDecide: (order: Order) => void;
  onDecline: (ids: string[]) => void;
  isDeciding: boolean;
}

function DecisionButtons({ applicant, onDecide, onDecline, isDeciding }: DecisionButtonsProps) {
  const { id, status } = applicant;
  if (status === 'WITHDRAWN') return <p className="text-sm text-cocoa-2">{words.withdrawnText}</p>;
  const decide = (to: 'ACCEPTED' | 'PENDING') => (event: MouseEvent) => {
    // The second click of a double click hits the button that replaces this one.
    if (event.detail > 1) return;
    onDecide({ ids: [id], verdict: { status: to }, isByKeyboard: event.detail === 0 });
  };
  if (!canSetStatus(applicant, 'ACCEPTED')) {
    return (
      <div data-decisions className="empty:hidden">
        {canSetStatus(applicant, 'PENDING') && (
          <Button variant="secondary" size="small" isBusy={isDeciding} onClick={decide('PENDING')}>
            {status === 'ACCEPTED' ? words.undoAcceptance : words.undoDecline}
          </Button>
        )}
        <MeetingEnds applicant={applicant} />
      </div>
    );
  }
  return (
    <div data-decisions>
      <div className="flex flex-wrap gap-3">
        <Button size="small" isBusy={isDeciding} onClick={decide('ACCEPTED')}>
          {words.accept}
        </Button>
        {canSetStatus(applicant, 'DECLINED') && (
          <Button variant="secondary" size="small" onClick={() => onDecline([id])}>
            {words.decline}
          </Button>
        )}
      </div>
      <MeetingEnds applicant={applicant} />
    </div>
  );
}

/**
 * Researchers see only what they need to decide: the answers, the parts of the profile that the study asks
 * for, and the history. They never see the mobile money number.
 */
export function ApplicantDetails(props: DetailsProps) {
  const { applicant, studyId, screeners, onDecide, onDecline, isDeciding, children } = props;
  return (
    <div
      role="group"
      tabIndex={-1}
      aria-label={words.answersHeading(applicantName(applicant))}
      className="focus:unmarked grid gap-x-10 gap-y-6 rounded-card border border-line bg-surface p-4 sm:p-6 lg:grid-cols-[11fr_10fr]"
    >
      <div className="flex min-w-0 flex-col gap-6">
        <Answers {...{ applicant, screeners }} />
        <ProfileDetails applicant={applicant} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Cautions applicant={applicant} />
        {children}
        {onDecide && <DecisionButtons {...{ applicant, onDecide, onDecline, isDeciding }} />}
        {applicant.history.some(({ status }) => status === 'ACCEPTED' || status === 'DECLINED') && (
          <p>
            <LinkButton
              variant="secondary"
              size="small"
              to={paths.conversation(applicant.id)}
              aria-label={words.messagesWith(applicantName(applicant), applicant.unreadMessages)}
            >
              {words.messages(applicant.unreadMessages)}
            </LinkButton>
          </p>
        )}
        <History applicant={applicant} />
        <Remarks {...{ applicant, studyId }} />
      </div>
    </div>
  );
}
