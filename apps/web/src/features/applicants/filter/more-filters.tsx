import { applicantWords as words } from '@app/words/applicants.ts';
import { groupText } from '@app/words/quota-names.ts';
import { listAskedValues } from '@app/words/further-criteria-names.ts';
import { quotaWords } from '@app/words/quotas.ts';
import { choiceWords } from '@app/words/choices.ts';
import { applicantMeetingWords as meetings } from '@app/words/meetings.ts';
import { APPLICANT_ORDERS } from '@app/contracts/project/application-choices.ts';
import { SUBMISSION_STATUSES } from '@app/contracts/project/submission-choices.ts';
import { submissionReviewWords as surveys } from '@app/words/submission-review.ts';
import { MEETING_STAGES } from '@app/contracts/project/meeting-choices.ts';
import type { Study } from '@app/contracts/project/studies.ts';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import {
  type ApplicantsView,
  type changeApplicantSearch,
  defaultOrder,
  genders,
  possibleAnswers,
} from './view.ts';

export type Change = Parameters<typeof changeApplicantSearch>[1];

interface MoreProps {
  study: Study;
  view: ApplicantsView;
  go: (change: Change) => void;
  children: ReactNode;
}

function StateFilter({ study, view: { filter }, go }: Omit<MoreProps, 'children'>) {
  return study.survey ? (
    <FilterSelect
      label={surveys.filter}
      any={surveys.anySurvey}
      options={SUBMISSION_STATUSES.map((one) => [one, surveys.status[one]])}
      value={filter.submission ?? ''}
      onChange={(submission) => go({ submission })}
    />
  ) : (
    <FilterSelect
      label={meetings.filter}
      any={meetings.any}
      options={MEETING_STAGES.map((one) => [one, meetings.status[one]])}
      value={filter.meeting ?? ''}
      onChange={(meeting) => go({ meeting })}
    />
  );
}

export function MoreFilters({ view, study, go, children }: MoreProps) {
  const { screeners, quotas } = study;
  const askedValues = listAskedValues(study);
  const { filter, sort, question } = view;
  const answers = possibleAnswers(question, screeners);
  const at = filter.answer === undefined ? '' : String(answers.indexOf(filter.answer));
  return (
    <div className="mt-2 grid items-end gap-3 rounded-card border border-line bg-surface p-4 sm:grid-cols-2 lg:grid-cols-5">
      {children}
      <FilterSelect
        label={words.sort}
        options={APPLICANT_ORDERS.filter(
          (order) => order !== 'NO_CODE_FIRST' || filter.submission === 'SUBMITTED',
        ).map((order) => [order, words.orders[order]])}
        value={sort}
        onChange={(order) => go({ sort: order === defaultOrder(filter) ? undefined : order })}
      />
      <FilterSelect
        label={words.gender}
        any={words.anyGender}
        options={genders.map((gender) => [gender, choiceWords.gender[gender]])}
        value={filter.gender ?? ''}
        onChange={(gender) => go({ gender })}
      />
      {quotas.length > 0 && (
        <FilterSelect
          label={quotaWords.filter}
          any={quotaWords.anyGroup}
          options={quotas.map((quota, place) => [String(place), groupText(quota)])}
          value={filter.quota ?? ''}
          onChange={(quota) => go({ quota })}
        />
      )}
      {askedValues.length > 1 && (
        <FilterSelect
          label={words.asked}
          any={words.anyAsked}
          options={askedValues}
          value={filter.asked ?? ''}
          onChange={(asked) => go({ asked })}
        />
      )}
      <StateFilter {...{ study, view, go }} />
      <FilterSelect
        label={words.question}
        any={words.anyQuestion}
        options={screeners.map(({ question: text }, index) => [
          String(index + 1),
          words.questionNumbered(index + 1, text || words.blankQuestion),
        ])}
        value={question ?? ''}
        onChange={(chosen) => go({ question: chosen })}
      />
      <FilterSelect
        label={words.answer}
        any={words.anyAnswer}
        disabled={question === undefined}
        options={answers.map((text, index) => [String(index), text || words.blankAnswer])}
        value={at}
        onChange={(chosen) => go({ answer: chosen === '' ? undefined : answers[Number(chosen)] })}
      />
      <label className="flex min-h-12 items-center gap-2 text-sm font-semibold">
        <input
          type="checkbox"
          checked={filter.favourites !== undefined}
          onChange={(event) => go({ favourites: event.target.checked ? 'true' : undefined })}
          className="size-5 accent-green"
        />
        <Star aria-hidden="true" className="size-4" />
        {words.favourites}
      </label>
    </div>
  );
}
