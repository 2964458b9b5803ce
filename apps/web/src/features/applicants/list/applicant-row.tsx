import { applicantWords as words } from '@app/words/applicants.ts';
import { choiceWords } from '@app/words/choices.ts';
import { furtherText } from '@app/words/further-criteria-names.ts';
import type { Applicant } from '@app/contracts/project/applicants.ts';
import type { ScreenerQuestion } from '@app/contracts/project/studies.ts';
import { ChevronDown, FileClock, Smartphone, Star } from 'lucide-react';
import { type ComponentType, memo, type ReactNode } from 'react';
import { applicationTones, cautionTone, screeningTones } from '../../../product/status-tones.ts';
import { TimeAgo } from '../../../product/time-ago.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Order } from '../decide/use-decisions.ts';
import { isMarked } from '../decide/decision-rules.ts';
import type { SubmissionOrder } from '../submissions/send-submission-decision.ts';
import { applicantName } from '../applicant-name.ts';
import { PaymentLine } from '../payment-line.tsx';
import { RowDecisions } from './row-decisions.tsx';
import { as } from '../../../ui/table-roles.ts';
import { mostDecisiveAnswers } from './decisive-answers.ts';

export const rowClass =
  'applicants-row grid grid-cols-[2.75rem_auto_minmax(0,1fr)_2.75rem] items-center gap-x-2 px-2 sm:px-4';

export const rowToggleId = (id: string) => `applicant-${id}`;

export interface RowProps {
  applicant: Applicant;
  screeners: readonly ScreenerQuestion[];
  isSelected: boolean;
  /**
   * Undefined if the row cannot be selected: after a withdrawal or a meeting, or if the researcher is not
   * verified.
   */
  onSelect: ((id: string, isSelected: boolean) => void) | undefined;
  onToggle: (id: string) => void;
  onFavourite: (applicant: Applicant) => void;
  onDecide: ((order: Order) => void) | undefined;
  onDecline: (ids: string[]) => void;
  /** Undefined unless the applicant's submission waits for a decision. */
  onSubmission: ((order: SubmissionOrder) => void) | undefined;
  /** In the list of submitted surveys, this replaces the screening, the status and the answers. */
  SubmissionLine: ComponentType<{ applicant: Applicant }> | undefined;
  /** Shows the meeting or the survey. */
  StateLine: ComponentType<{ applicant: Applicant }>;
  isBusy: boolean;
  details: ReactNode;
}

interface SelectBoxProps {
  id: string;
  name: string;
  isSelected: boolean;
  onSelect: (id: string, isSelected: boolean) => void;
}

function SelectBox({ id, name, isSelected, onSelect }: SelectBoxProps) {
  return (
    <label className="flex size-11 items-center justify-center">
      <input
        type="checkbox"
        aria-label={words.selectOne(name)}
        checked={isSelected}
        onChange={(event) => onSelect(id, event.target.checked)}
        className="size-5 accent-green"
      />
    </label>
  );
}

interface NameToggleProps extends Pick<RowProps, 'applicant' | 'onToggle'> {
  name: string;
  isOpen: boolean;
}

function NameToggle({ applicant, name, isOpen, onToggle }: NameToggleProps) {
  const { id, applicantId, firstName, lastName } = applicant;
  return (
    <button
      id={rowToggleId(id)}
      type="button"
      aria-expanded={isOpen}
      onClick={() => onToggle(id)}
      className="flex min-h-11 w-full items-center gap-2.5 rounded-control text-left hover:text-green"
    >
      {/* The name is beside the avatar, so screen readers skip the avatar. */}
      <span aria-hidden="true" className="max-[420px]:hidden">
        <Avatar id={applicantId} firstName={firstName} lastName={lastName} className="size-8 text-xs" />
      </span>
      <span className="min-w-0 wrap-anywhere">{name}</span>
      <ChevronDown
        aria-hidden="true"
        className={cx('size-5 shrink-0 text-cocoa-2 transition-transform', isOpen && 'rotate-180')}
      />
    </button>
  );
}

interface ScreeningCellsProps extends Pick<RowProps, 'applicant'> {
  isNumberShared: boolean;
}

function ScreeningCells({ applicant, isNumberShared }: ScreeningCellsProps) {
  const { isQualified, status, appliedAt, isConsentOutdated } = applicant;
  return (
    <>
      <td {...as.cell} className="max-xl:col-start-2 max-xl:row-start-3 max-xl:mt-1">
        <Badge tone={screeningTones[isQualified ? 'QUALIFIED' : 'DISQUALIFIED']}>
          {isQualified ? words.qualified : words.notQualified}
        </Badge>
      </td>
      <td {...as.cell} className="whitespace-nowrap max-xl:col-start-3 max-xl:row-start-3 max-xl:mt-1">
        <Badge tone={applicationTones[status]}>{choiceWords.applicationStatus[status]}</Badge>
        {isConsentOutdated && (status === 'PENDING' || status === 'ACCEPTED') && (
          // With an icon, each row has one line. The details show its text.
          <span title={words.notAgreed} className="ml-1 inline-block align-middle">
            <FileClock aria-hidden="true" className="size-4 text-gold-ink" />
            <span className="sr-only">{words.notAgreed}</span>
          </span>
        )}
        {isNumberShared && (
          <span title={words.sharesNumber} className="ml-1 inline-block align-middle max-xl:hidden">
            <Smartphone aria-hidden="true" className="size-4 text-gold-ink" />
            <span className="sr-only">{words.sharesNumber}</span>
          </span>
        )}
      </td>
      <td
        {...as.cell}
        className="figures text-sm whitespace-nowrap text-cocoa-2 max-xl:col-start-3 max-xl:row-start-2"
      >
        <TimeAgo at={appliedAt} />
      </td>
    </>
  );
}

function Decisions({
  applicant,
  name,
  onDecide,
  onDecline,
  onSubmission,
  isBusy,
}: RowProps & { name: string }) {
  const { id, submission } = applicant;
  return (
    <>
      {onDecide && (
        <RowDecisions
          {...{ id, name, isBusy, onDecide }}
          onDecline={isMarked(applicant) ? undefined : onDecline}
        />
      )}
      {onSubmission && submission && (
        <RowDecisions
          {...{ name, isBusy }}
          id={submission.id}
          verbs={words.ofSurvey}
          onDecide={({ ids, isByKeyboard }) =>
            onSubmission({ submissionIds: ids, decision: 'APPROVE', isByKeyboard })
          }
          onDecline={(ids) => onSubmission({ submissionIds: ids, decision: 'REJECT', isByKeyboard: false })}
        />
      )}
    </>
  );
}

export const ApplicantRow = memo(function ApplicantRow(props: RowProps) {
  const { applicant, screeners, isSelected, onSelect, onToggle, onFavourite, details } = props;
  const { onDecide, SubmissionLine, StateLine } = props;
  const { id, age, gender, sharesNumber } = applicant;
  const name = applicantName(applicant);
  const isOpen = Boolean(details);
  const isNumberShared = onDecide !== undefined && !isOpen && sharesNumber;
  return (
    <tbody
      {...as.rowgroup}
      className={cx(
        'block border-t border-line [contain-intrinsic-size:auto_12rem] [content-visibility:auto]',
        'applicants-body',
        isSelected && 'bg-paper',
      )}
    >
      <tr {...as.row} className={cx(rowClass, 'py-2')}>
        <td {...as.cell} className="size-11">
          {onSelect && <SelectBox {...{ id, name, isSelected, onSelect }} />}
        </td>
        <th {...as.rowheader} scope="row" className="text-left leading-tight font-semibold max-xl:col-span-2">
          <NameToggle {...{ applicant, name, isOpen, onToggle }} />
        </th>
        <td {...as.cell} className="figures text-sm text-cocoa-2 max-xl:col-start-2 max-xl:row-start-2">
          {words.ageAndGender(age, choiceWords.gender[gender])}
        </td>
        {!SubmissionLine && <ScreeningCells {...{ applicant, isNumberShared }} />}
        <td {...as.cell} className="text-sm max-xl:col-span-3 max-xl:col-start-2 max-xl:mt-1">
          {SubmissionLine ? (
            <SubmissionLine applicant={applicant} />
          ) : (
            <ShortAnswers {...{ applicant, screeners }} />
          )}
          {isNumberShared && (
            <Badge tone={cautionTone} className="shared-number">
              {words.sharesNumber}
            </Badge>
          )}
        </td>
        <td {...as.cell} className="max-xl:col-span-3 max-xl:col-start-2 max-xl:not-empty:mt-2">
          {!SubmissionLine && <StateLine applicant={applicant} />}
          <PaymentLine applicant={applicant} />
          {/* If the details are open, these buttons are there, so the row does not show them. */}
          {!isOpen && <Decisions {...props} name={name} />}
        </td>
        <td {...as.cell} className="max-xl:col-start-4 max-xl:row-start-1">
          <FavouriteButton {...{ applicant, name, onFavourite }} />
        </td>
      </tr>
      {isOpen && (
        <tr {...as.row} className="block">
          <td {...as.cell} className="block px-4 pt-2 pb-6 sm:px-6">
            {details}
          </td>
        </tr>
      )}
    </tbody>
  );
});

function ShortAnswers({ applicant, screeners }: Pick<RowProps, 'applicant' | 'screeners'>) {
  const asked = furtherText({ ...applicant.asked, hasInternet: false });
  return (
    <span className="line-clamp-2 wrap-anywhere">
      {asked.map(([name, answerText]) => (
        <span key={name} title={name} className="text-cocoa-2">
          {answerText}
          {words.between}
        </span>
      ))}
      {mostDecisiveAnswers(applicant.responses, screeners).map(
        ({ id, question, answer, disqualifies }, at) => (
          <span key={id} title={question}>
            {at > 0 && words.between}
            {disqualifies ? (
              <strong className="font-semibold text-laterite">
                {answer || words.blankAnswer} <span className="sr-only">{words.disqualifies}</span>
              </strong>
            ) : (
              answer || words.blankAnswer
            )}
          </span>
        ),
      )}
    </span>
  );
}

interface FavouriteProps extends Pick<RowProps, 'applicant' | 'onFavourite'> {
  name: string;
}

function FavouriteButton({ applicant, name, onFavourite }: FavouriteProps) {
  return (
    <button
      type="button"
      aria-pressed={applicant.isFavourite}
      aria-label={words.favouriteLabel(name)}
      onClick={() => onFavourite(applicant)}
      className={buttonClass({ variant: 'plain', size: 'icon' })}
    >
      <Star
        aria-hidden="true"
        className={cx('size-5', applicant.isFavourite ? 'fill-gold text-gold-ink' : 'text-cocoa-3')}
      />
    </button>
  );
}
